import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import pg from 'pg';

/** The driver's connection, as far as a statement of our own uses it. */
interface Wire {
  readonly stream: Socket;
  query(text: string): void;
}

const COPY = "BASE_BACKUP (LABEL 'turnpike', CHECKPOINT 'fast', WAL true, MANIFEST 'no')";
/** The server keeps the log that the copy needs until the connection ends, however much is written meanwhile. */
const KEEP_LOG = 'CREATE_REPLICATION_SLOT turnpike_backup TEMPORARY PHYSICAL RESERVE_WAL';
const DATA = 'd'.charCodeAt(0);
const ARCHIVE = 'n'.charCodeAt(0);

/**
 * A copy of the whole cluster as of one moment, all its databases alike, while it runs: the tar archive of PostgreSQL's own protocol for it,
 * with the log that makes it consistent. What waits to be read holds the server back, nothing is kept in memory. The stream fails when the
 * connection does, or when a page's checksum is wrong.
 */
export async function baseBackup(url: string): Promise<Readable> {
  const client = new pg.Client({ connectionString: url, replication: 'true', application_name: 'backup' } as pg.ClientConfig);
  await client.connect();
  const copy = new CopiedCluster();
  client.on('error', (error) => copy.tar.destroy(error));
  copy.tar.once('close', () => void client.end().catch(() => undefined));
  try {
    await client.query(KEEP_LOG);
  } catch (error) {
    copy.tar.destroy();
    throw error;
  }
  client.query(copy);
  return copy.tar;
}

/** A statement whose answer is handed on as it comes; the driver itself keeps no copied data. */
class CopiedCluster implements pg.Submittable {
  private wire: Wire | undefined;
  private archives = 0;
  readonly tar = new Readable({ read: () => void this.wire?.stream.resume() });

  submit(connection: unknown): void {
    this.wire = connection as Wire;
    this.wire.query(COPY);
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    if (chunk[0] === ARCHIVE && (this.archives += 1) > 1)
      this.tar.destroy(new Error('the cluster has a tablespace elsewhere, which is not backed up'));
    // A copy: the driver writes over its buffer.
    if (chunk[0] === DATA && !this.tar.push(Buffer.from(chunk.subarray(1)))) this.wire?.stream.pause();
  }

  handleError(error: Error): void {
    this.tar.destroy(error);
  }

  handleReadyForQuery(): void {
    this.tar.push(null);
  }

  /** What comes before and after the archive says where in the log it stands, which the archive says too. */
  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleCommandComplete(): void {}
}
