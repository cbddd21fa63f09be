import type { RetentionDays } from '@turnpike/contracts';
import { DAY_MS, ownerRequestRetention, type Retention } from '@turnpike/platform-persistence';

/** Ended turns are kept a while, so that their refusals can still say why. */
export const turnRetention = ({ turnDays, ownerRequestDays }: RetentionDays): Retention[] => [
  {
    table: 'turns',
    keptMs: turnDays * DAY_MS,
    key: ['turn_id'],
    // By when they were minted, as the index goes; one that slid on is over an hour before it goes.
    over: `select turn_id from turns where minted_at < $1 and expires_at < now() - interval '1 hour' order by minted_at limit $2`,
    batch: 1_000,
  },
  ownerRequestRetention(ownerRequestDays),
];
