import { EventEmitter } from 'node:events';
import { LIMITS } from '@turnpike/contracts';
import type { FastifyReply } from 'fastify';
import { OpenStreams } from '../open-streams.js';
import { ChangeStreams } from './change-streams.js';
import type { ToolSet } from './model/tool-set.js';

class Connection extends EventEmitter {
  destroyed = false;
  readonly said: string[] = [];
  writeHead(): void {}
  end(): void {}
  write(text: string): boolean {
    this.said.push(text);
    return true;
  }
  close(): void {
    this.destroyed = true;
    this.emit('close');
  }
}

const NOTICES = { first: 'first', changed: 'changed', last: null };
const CALLER = { credential: null, workspaceId: null, requestId: 'req_1' };

describe('a stream of change notices', () => {
  const given = () => {
    const [connection, streams] = [new Connection(), new OpenStreams()];
    const watchers: (() => void)[] = [];
    let listed = () => {};
    const tools = {
      watch: (_caller: unknown, onChange: () => void) => {
        watchers.push(onChange);
        return new Promise((resolve) => (listed = () => resolve(() => void watchers.splice(watchers.indexOf(onChange), 1))));
      },
    };
    const reply = { raw: connection, request: { raw: { socket: connection } }, hijack: () => undefined } as unknown as FastifyReply;
    const opened = new ChangeStreams(tools as unknown as ToolSet, streams).open(reply, CALLER, 'usr_ann', NOTICES);
    const free = (): boolean => {
      const taken = Array.from({ length: LIMITS.streamsPerPrincipal }, () => streams.take('usr_ann'));
      return taken.every(Boolean);
    };
    return { connection, watchers, listed: () => listed(), opened, free };
  };

  it('says what changed while the list was read after its first word, and ends with its caller', async () => {
    const { connection, watchers, listed, opened, free } = given();
    watchers[0]?.();
    listed();
    await new Promise((resolve) => setImmediate(resolve));
    expect(connection.said).toEqual(['event: message\ndata: first\n\n', 'event: message\ndata: changed\n\n']);
    connection.close();
    await opened;
    expect([watchers, free()]).toEqual([[], true]);
  });

  it('leaves nothing behind of a caller who went while the list was read', async () => {
    const { connection, watchers, listed, opened, free } = given();
    connection.close();
    listed();
    await opened;
    expect([watchers, free()]).toEqual([[], true]);
  });
});
