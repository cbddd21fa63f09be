import type { RetentionDays } from '@turnpike/contracts';
import { DAY_MS, ownerRequestRetention, type Migration, type Retention } from '@turnpike/platform-persistence';

export const sessionRetentionMigration: Migration = {
  id: '0005-session-retention',
  sql: `
    create index sessions_over on sessions (least(ended_at, expires_at));
    create index sign_in_codes_over on sign_in_codes (expires_at);
  `,
};

/** Sessions that ended or ran out, and sign-in codes, used or not. */
export const sessionRetention = ({ sessionDays, ownerRequestDays }: RetentionDays): Retention[] => [
  {
    table: 'sessions',
    keptMs: sessionDays * DAY_MS,
    key: ['session_id'],
    // least() passes nulls over: a session that was not ended is over when it runs out.
    over: 'select session_id from sessions where least(ended_at, expires_at) < $1 order by least(ended_at, expires_at) limit $2 for update skip locked',
    batch: 1_000,
  },
  {
    table: 'sign_in_codes',
    keptMs: sessionDays * DAY_MS,
    key: ['code_id'],
    over: 'select code_id from sign_in_codes where expires_at < $1 order by expires_at limit $2 for update skip locked',
    batch: 1_000,
  },
  ownerRequestRetention(ownerRequestDays),
];
