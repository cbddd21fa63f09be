import { Database } from '@turnpike/platform-persistence';
import { databaseOf, SERVICE_MIGRATIONS, SERVICE_NAMES } from '../start-services.js';
import { WrittenByNewer, type Layout } from './layout.js';

/**
 * Looks at all five schemas before any of them is upgraded: a build that knows four of five would move those four on and leave the data
 * directory for neither build.
 */
export async function refuseNewer(dataDir: string, urlOf: (database: string) => string, layout: Layout | null): Promise<void> {
  for (const name of SERVICE_NAMES) {
    const database = new Database({ url: urlOf(databaseOf(name)), name: 'standalone', maxConnections: 1 });
    try {
      const [row] = await database.query<{ present: boolean }>(`select to_regclass('schema_migrations') is not null as present`);
      if (!row?.present) continue;
      const known = SERVICE_MIGRATIONS[name].map(({ id }) => id);
      const [foreign] = await database.query<{ id: string }>('select id from schema_migrations where id <> all($1) order by id limit 1', [
        known,
      ]);
      if (foreign) throw new WrittenByNewer(dataDir, layout?.used_by ?? 'of unknown version', `its ${name} has ${foreign.id}`);
    } finally {
      await database.close();
    }
  }
}
