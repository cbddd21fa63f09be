import { Injectable } from '@nestjs/common';
import { credentialRevoked, principalChanged, workspaceCreated } from '@turnpike/contracts';
import type { RetellingOwner, RetellingPage, TellFact } from '@turnpike/platform-messaging';
import type { Transaction } from '@turnpike/platform-persistence';
import { principalFact } from './access-facts.js';
import { RetellAccessStore } from './retell-access.store.js';

const PARTS = ['workspaces', 'principals', 'revocations'] as const;
type Part = (typeof PARTS)[number];

/** Where a page ended: the part of the retelling, and the last key told of it. */
function place(after: string | null): { part: Part; after: string } {
  const [part = 'workspaces', ...key] = (after ?? '').split('|');
  return { part: PARTS.find((each) => each === part) ?? 'workspaces', after: key.join('|') };
}

/** Writes rbac's current rows again as the facts they are: workspaces, then principals, then what was revoked. */
@Injectable()
export class RetellAccess implements RetellingOwner {
  readonly topic = 'access' as const;

  constructor(private readonly store: RetellAccessStore) {}

  readonly tell = async (tx: Transaction, page: RetellingPage, write: TellFact): Promise<string | null> => {
    const { part, after } = place(page.after);
    const told = await this.parts[part](tx, page.workspaceId, after, page.limit, write);
    if (told.count === page.limit) return `${part}|${told.last}`;
    const next = PARTS[PARTS.indexOf(part) + 1];
    return next === undefined ? null : `${next}|`;
  };

  private readonly parts: Record<Part, TellPart> = {
    workspaces: async (tx, workspaceId, after, limit, write) => {
      const rows = await this.store.workspaces(tx, workspaceId, after, limit);
      for (const row of rows) await write(workspaceCreated, row.workspace_id, row);
      return { count: rows.length, last: rows.at(-1)?.workspace_id ?? after };
    },
    principals: async (tx, workspaceId, after, limit, write) => {
      const rows = await this.store.principals(tx, workspaceId, after, limit);
      for (const row of rows) {
        const state = {
          workspaceId: row.workspace_id,
          principalId: row.principal_id,
          active: row.active,
          roles: row.roles,
          version: row.version,
        };
        await write(principalChanged, row.workspace_id, principalFact(state));
      }
      return { count: rows.length, last: rows.at(-1)?.place ?? after };
    },
    revocations: async (tx, workspaceId, after, limit, write) => {
      const rows = await this.store.revocations(tx, workspaceId, after, limit);
      for (const { key, ...row } of rows) await write(credentialRevoked, key, row);
      return { count: rows.length, last: rows.at(-1)?.credential_id ?? after };
    },
  };
}

type TellPart = (
  tx: Transaction,
  workspaceId: string | null,
  after: string,
  limit: number,
  write: TellFact,
) => Promise<{ count: number; last: string }>;
