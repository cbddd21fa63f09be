import { Injectable } from '@nestjs/common';
import { refuse, type Contract, type HttpExecutor, type JsonObject, type Refusal } from '@turnpike/contracts';
import { acceptsScheme, buildRequest, UnbuildableRequest, type OutgoingRequest } from '@turnpike/domain-runs';
import type { ConnectionRow } from '../connections/connection.store.js';

export type Prepared = { readonly request: OutgoingRequest; readonly executor: HttpExecutor } | { readonly refusal: Refusal };

/**
 * The request that goes out, without its credential: for a preview and for a live run alike. Refuses an address that the connection's
 * credential was not given for, and a connection whose scheme the contract does not accept.
 */
@Injectable()
export class PrepareCall {
  run(contract: Contract, executor: HttpExecutor, params: JsonObject, connection: ConnectionRow | null): Prepared {
    const refusal = contract.provider === null ? null : refuseConnection(contract.provider.id, executor, connection);
    if (refusal) return { refusal };
    try {
      const base = contract.provider === null ? null : (connection?.base_url ?? null);
      const request = buildRequest(executor, params as never, base);
      // Whatever the parts make together, it goes where the base says and nowhere else.
      if (originOf(request.url) !== originOf(base ?? executor.server_url)) throw new UnbuildableRequest('url', 'leads to another address');
      return { request, executor };
    } catch (error) {
      if (error instanceof UnbuildableRequest) return { refusal: unbuildable(error) };
      throw error;
    }
  }
}

function refuseConnection(providerId: string, executor: HttpExecutor, connection: ConnectionRow | null): Refusal | null {
  const repair = {
    control: 'integrations_list',
    arguments: {},
    instruction: `Connect ${providerId} ("turnpike connections create ${providerId}"), then search again.`,
  };
  if (connection?.state !== 'connected' || connection.scheme === null)
    return refuse(
      'provider_not_connected',
      `The provider ${providerId} is not connected in this workspace.`,
      { provider_id: providerId },
      repair,
    );
  const origin = originOf(connection.base_url ?? executor.server_url);
  if (origin === null || !connection.origins.includes(origin)) {
    return refuse(
      'provider_not_connected',
      `The connection to ${providerId} was not given for ${origin ?? 'an address that is none'}.`,
      { provider_id: providerId, origin, given_for: connection.origins },
      { ...repair, instruction: `Connect ${providerId} again if its credential may go to ${origin}.` },
    );
  }
  if (!acceptsScheme(executor.auth, connection.scheme)) {
    return refuse(
      'provider_not_connected',
      `This capability does not accept the kind of credential that the connection to ${providerId} holds.`,
      { accepted: executor.auth as never, held: connection.scheme as never },
      { ...repair, instruction: `Connect ${providerId} with one of the accepted kinds.` },
    );
  }
  return null;
}

const originOf = (url: string): string | null => (URL.canParse(url) ? new URL(url).origin : null);

const unbuildable = ({ field, reason }: UnbuildableRequest): Refusal =>
  refuse(
    'invalid_request',
    `No request can be made: ${field} ${reason}.`,
    { issues: [{ pointer: `/${field}`, keyword: 'request', message: reason }] },
    { control: null, arguments: {}, instruction: 'Correct that parameter.' },
  );
