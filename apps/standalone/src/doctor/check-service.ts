import { foundBad, foundGood, LIMITS, type DoctorFinding } from '@turnpike/contracts';
import { Database } from '@turnpike/platform-persistence';
import { SERVICE_MIGRATIONS, type ServiceName } from '../start-services.js';

interface Looked extends Record<string, unknown> {
  readonly bytes: number;
  readonly unsent_ms: number;
  readonly dead: number;
  readonly ahead_ms: number;
}

const LOOK = `select pg_database_size(current_database()) as bytes,
    coalesce(extract(epoch from clock_timestamp() - (select min(created_at) from outbox where sent_at is null)) * 1000, 0)::float8 as unsent_ms,
    (select count(*) from dead_letters where replayed_at is null) as dead,
    coalesce(extract(epoch from (select max(created_at) from outbox) - clock_timestamp()) * 1000, 0)::float8 as ahead_ms`;

/** Events wait this long only when the service that sends them is not running, or cannot. */
const STUCK_MS = 60_000;

/** A service's database: there, of this build, nothing stuck in it, nothing in it from the future. `running`: its service is at work. */
export async function checkService(name: ServiceName, database: Database, running: boolean): Promise<DoctorFinding[]> {
  const check = `database ${name}`;
  const [row] = await database.query<{ present: boolean }>(`select to_regclass('schema_migrations') is not null as present`);
  if (!row?.present) return [foundBad(check, 'is empty', 'turnpike start: it makes what is missing')];
  const applied = (await database.query<{ id: string }>('select id from schema_migrations order by id')).map(({ id }) => id);
  const known = SERVICE_MIGRATIONS[name].map(({ id }) => id);
  const foreign = applied.find((id) => !known.includes(id));
  if (foreign) return [foundBad(check, `has ${foreign}, which this build does not know`, 'install the newer Turnpike that wrote it')];
  const waiting = known.filter((id) => !applied.includes(id));
  if (waiting.length > 0) return [foundBad(check, `lacks ${waiting.join(', ')}`, 'turnpike backup FILE, then turnpike start: it upgrades')];
  const [looked] = await database.query<Looked>(LOOK);
  if (!looked) throw new Error(`${check} answered nothing`);
  return describe(check, looked, running);
}

function describe(check: string, { bytes, unsent_ms: unsent, dead, ahead_ms: ahead }: Looked, running: boolean): DoctorFinding[] {
  const findings: DoctorFinding[] = [];
  if (running && unsent > STUCK_MS)
    findings.push(foundBad(check, `has events that wait for ${Math.round(unsent / 1000)} s`, 'read the log, then start Turnpike again'));
  if (dead > 0)
    findings.push(
      foundBad(check, `has ${dead} dead letters: messages that no try could handle`, 'read their cause in the table dead_letters'),
    );
  // What is written may lie a little in the future before the clock has gone back.
  if (ahead > LIMITS.clockSkewMs)
    findings.push(
      foundBad(
        'clock',
        `${check} has an event of ${Math.round(ahead / 1000)} s in the future: the clock went back`,
        'set the clock by NTP',
      ),
    );
  return findings.length > 0 ? findings : [foundGood(check, `${Math.ceil(bytes / 1024 / 1024)} MiB, current, nothing stuck`)];
}
