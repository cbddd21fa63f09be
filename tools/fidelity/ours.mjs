// The product's own path from an imported contract to the wire: the request builder of preview and live run, and the one way out.
import { acceptsScheme, addCredential, buildRequest, schemeOf } from '@turnpike/domain-runs';
import { EgressClient } from '@turnpike/platform-egress';
import { MEANT_FOR, originOf } from './recording-server.mjs';

export function openOurs(recorder) {
  const egress = new EgressClient({ allow: [recorder.host] });
  return {
    async send(contract, params, { credential }) {
      if (!acceptsScheme(contract.executor.auth, schemeOf(credential)))
        throw new Error('the contract does not accept what the document asks for');
      const { method, url, headers, body } = addCredential(buildRequest(contract.executor, params, null), credential);
      const outcome = await egress.send({
        method,
        url: recorder.here(url),
        headers: [...headers.map(({ name, value }) => [name, value]), [MEANT_FOR, originOf(url)]],
        ...(body !== null && { body }),
      });
      if (outcome.outcome !== 'answered') throw new Error(`${outcome.outcome}: ${outcome.detail ?? outcome.reason}`);
      return recorder.take();
    },
    close: () => egress.close(),
  };
}
