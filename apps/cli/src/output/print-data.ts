import { asList, write, type Fields } from './lines.js';
import { printContract } from './print-contract.js';
import { printPublish } from './print-publish.js';
import { printRun } from './print-run.js';
import { table } from './table.js';

/** Tables for what is a list, laid out text for the rest. */
const PRINTERS: Record<string, (data: Fields, quiet: boolean) => void> = {
  packs_list: ({ packs }) => write(table(asList(packs), ['pack_id', 'title', 'state', 'capabilities', 'ready'])),
  packs_route: ({ packs }) =>
    write(
      table(
        asList(packs).map((each) => ({ ...each, best: (each['best'] as Fields)['capability_id'] })),
        ['pack_id', 'title', 'score', 'best'],
      ),
    ),
  tools_search: printSearch,
  runs_list: ({ items }) => write(table(asList(items), ['run_id', 'capability_id', 'state', 'created_at'])),
  integrations_list: ({ integrations }) => write(table(asList(integrations), ['provider_id', 'title', 'state', 'capabilities'])),
  connections_list: ({ connections }) => write(table(asList(connections), ['provider_id', 'state', 'base_url', 'connected_at'])),
  members_list: ({ members }) => write(table(asList(members), ['principal_id', 'kind', 'name', 'email', 'roles'])),
  api_keys_list: ({ api_keys }) => write(table(asList(api_keys), ['api_key_id', 'name', 'prefix', 'role', 'scopes', 'revoked_at'])),
  prices_list: ({ prices }) => write(table(asList(prices), ['capability_id', 'per_call', 'version', 'set_at'])),
  whoami: printCaller,
  tools_get: printContract,
  tools_run: printRun,
  runs_get: printRun,
  packs_import: printPublish,
  packs_publish: printPublish,
  packs_publish_folder: printPublish,
  packs_owned: ({ packs }) => write(table(asList(packs), ['pack_id', 'title', 'state', 'successor', 'capabilities', 'contact'])),
};

/** Lists whose names are what a script wants: field of the answer, field of each. */
const NAMES: Record<string, readonly [string, string]> = {
  packs_list: ['packs', 'pack_id'],
  packs_owned: ['packs', 'pack_id'],
  packs_route: ['packs', 'pack_id'],
  tools_search: ['candidates', 'capability_id'],
  runs_list: ['items', 'run_id'],
  integrations_list: ['integrations', 'provider_id'],
  connections_list: ['connections', 'provider_id'],
  members_list: ['members', 'principal_id'],
  api_keys_list: ['api_keys', 'api_key_id'],
  prices_list: ['prices', 'capability_id'],
};

/** `quiet`: of a list the names only, one a line; no hints. */
export function printData(name: string, data: unknown, quiet: boolean): void {
  const print = PRINTERS[name];
  const [list, field] = NAMES[name] ?? [];
  if (quiet && list !== undefined && field !== undefined) {
    for (const each of asList((data as Fields)[list])) write(String(each[field]));
  } else if (print && typeof data === 'object' && data !== null) print(data as Fields, quiet);
  else write(JSON.stringify(data, null, 2));
}

function printSearch(data: Fields): void {
  const candidates = asList(data['candidates']);
  if (candidates.length === 0) write('Nothing in this workspace matches.');
  else write(table(candidates, ['capability_id', 'title', 'score', 'ready', 'action_policy', 'credit_class', 'fetched']));
  for (const each of asList(data['guidance'])) write(`  ${String(each['message'])}`);
  const first = candidates[0];
  if (first) write(`\nNext: turnpike get ${String(first['capability_id'])}`);
}

function printCaller(data: Fields): void {
  const { principal, workspace, roles, permissions, scopes } = data as Record<string, Fields> & {
    roles: string[];
    permissions: string[];
    scopes: string[] | null;
  };
  write(`${String(principal?.['name'])} (${String(principal?.['kind'])} ${String(principal?.['id'])})`);
  write(`  workspace    ${String(workspace?.['name'])} (${String(workspace?.['id'])})`);
  write(`  roles        ${roles.join(', ')}`);
  write(`  scopes       ${scopes === null ? 'a session has no such limit' : scopes.join(', ')}`);
  write(`  permissions  ${permissions.join(', ')}`);
}
