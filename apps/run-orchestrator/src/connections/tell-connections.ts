import { connectionChanged } from '@turnpike/contracts';
import type { RetellingOwner } from '@turnpike/platform-messaging';
import { connectionFact } from './change-connection.js';
import type { ConnectionRow } from './connection.store.js';

/** Every connection as it stands, again. */
export const tellConnections: RetellingOwner = {
  topic: 'connections',
  tell: async (tx, page, write) => {
    const rows = await tx.query<ConnectionRow & { at: string }>(
      `select *, workspace_id || '/' || provider_id as at from connections
       where workspace_id || '/' || provider_id > $1 and ($2::text is null or workspace_id = $2) order by at limit $3`,
      [page.after ?? '', page.workspaceId, page.limit],
    );
    for (const row of rows) await write(connectionChanged, row.at, connectionFact(row));
    return rows.length === page.limit ? (rows.at(-1)?.at ?? null) : null;
  },
};
