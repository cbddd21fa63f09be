import { Injectable } from '@nestjs/common';
import { SearchTools } from '../controls/search-tools.js';
import { GetTool } from '../controls/get-tool.js';
import { ListIntegrations } from '../controls/list-integrations.js';
import { ReadCatalog } from '../controls/read-catalog.js';
import { ReadRuns } from '../controls/read-runs.js';
import { RunTool } from '../controls/run-tool.js';
import { whoAmI } from '../controls/who-am-i.js';
import { CheckAddresses } from '../operations/check-addresses.js';
import { AdministerConnections } from '../operations/administer-connections.js';
import { AdministerServices } from '../operations/administer-services.js';
import { EstimateCredits } from '../operations/estimate-credits.js';
import { ImportPack } from '../operations/import-pack.js';
import { PublishContracts } from '../operations/publish-contracts.js';
import { PublishFolder } from '../operations/publish-folder.js';
import type { AdmittedCall, IncomingCall } from './call.js';
import type { AnonymousHandler, Handler } from './handler.js';
import type { Outcome } from './outcome.js';

/** Definition name → the code that does it. A definition without a handler stops the start, and so does the reverse. */
@Injectable()
export class Handlers {
  private readonly byName: ReadonlyMap<string, Handler>;
  private readonly anonymous: ReadonlyMap<string, AnonymousHandler>;

  constructor(
    search: SearchTools,
    get: GetTool,
    private readonly runTool: RunTool,
    catalog: ReadCatalog,
    runs: ReadRuns,
    integrations: ListIntegrations,
    services: AdministerServices,
    connections: AdministerConnections,
    importPack: ImportPack,
    publish: PublishContracts,
    publishFolder: PublishFolder,
    estimate: EstimateCredits,
    addresses: CheckAddresses,
  ) {
    const named: Record<string, Handler> = {
      whoami: (call) => whoAmI(call),
      tools_search: (call, input) => search.run(call, input),
      tools_get: (call, input) => get.run(call, input),
      tools_run: (call, input) => runTool.run(call, input),
      integrations_list: (call) => integrations.run(call),
      packs_import: (call, input) => importPack.run(call, input),
      packs_publish: (call, input) => publish.run(call, input),
      packs_publish_folder: (call, input) => publishFolder.run(call, input),
      credits_estimate: (call, input) => estimate.run(call, input),
      addresses_check: (call, input) => addresses.run(call, input),
      ...catalog.handlers(),
      ...runs.handlers(),
      ...services.handlers(),
      ...connections.handlers(),
    };
    this.byName = new Map(Object.entries(named));
    this.anonymous = new Map(Object.entries(services.anonymousHandlers()));
  }

  of(name: string): Handler {
    const handler = this.byName.get(name);
    if (!handler) throw new Error(`no handler for ${name}`);
    return handler;
  }

  ofAnonymous(name: string): AnonymousHandler {
    const handler = this.anonymous.get(name);
    if (!handler) throw new Error(`no anonymous handler for ${name}`);
    return handler;
  }

  names(): string[] {
    return [...this.byName.keys(), ...this.anonymous.keys()];
  }

  /** A call that lacks what its own refusal exists for (a mode, a token) is answered by that refusal, not as a broken body. */
  beforeInput(call: IncomingCall, admitted: AdmittedCall): Promise<Outcome> | null {
    return call.definition.name === 'tools_run' ? this.runTool.refuseIncomplete(admitted, call.args) : null;
  }
}
