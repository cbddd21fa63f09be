import { newId } from '@turnpike/kernel';
import type { CallDefinition, Operation } from '@turnpike/contracts';
import type { Command } from 'commander';
import { connect } from '../profile/connect.js';
import { printAnswer } from '../output/print-answer.js';
import { addFields, readFields } from './fields.js';

/** What the groups of commands are for, so that their help says more than their names. */
const GROUPS: Readonly<Record<string, string>> = {
  tools: 'Find a capability, read its contract, run it.',
  runs: 'Runs of this workspace: read, watch, cancel.',
  connections: 'Credentials of providers, one a workspace and provider.',
  admin: 'Administration: members, keys, packs, contracts, prices, turns, audit.',
  workspaces: 'Workspaces of the signed-in user.',
  members: 'Who belongs to this workspace, with which role.',
  roles: 'Roles and the permissions that each holds.',
  'api-keys': 'API keys: create, list, revoke.',
  audit: 'The audit log.',
  profile: 'Servers and their credentials, kept by name.',
  pack: 'A pack as a folder: begin, check, compare, publish, try.',
  packs: 'Packs that this workspace publishes.',
  contracts: 'Versions of contracts: history, differences, withdrawal.',
  installs: 'Packs enabled in this workspace.',
  addresses: 'Where capabilities are reached, and whether they answer.',
  egress: 'Private destinations that runs may reach.',
  prices: 'What calls of own capabilities cost.',
  credits: 'Estimates.',
  turns: 'Tool turns: list, retire.',
};

/** Walks `admin api-keys create` down from the program, adding the groups that are missing. */
export function findOrAddCommand(program: Command, words: string): Command {
  return words
    .split(' ')
    .reduce(
      (parent, word) => parent.commands.find((each) => each.name() === word) ?? parent.command(word).description(GROUPS[word] ?? ''),
      program,
    );
}

/** A command that makes one call of its definition; its options are the fields of the definition's input. */
export function addCall(program: Command, definition: CallDefinition, words: string | undefined): void {
  if (words === undefined) return;
  const command = findOrAddCommand(program, words).description(definition.summary);
  const owner = 'owner' in definition && (definition as Operation).owner;
  addFields(command, definition);
  if (owner) command.option('--idempotency-key <key>', 'repeat with the same key to be sure that it is done once');
  command.action(async (...given: unknown[]) => {
    const { client, ...shown } = connect(command, definition.name.startsWith('tools_') || definition.name === 'whoami' ? 'key' : 'session');
    const options = command.opts<{ idempotencyKey?: string }>();
    const key = owner ? (options.idempotencyKey ?? newId('cli')) : undefined;
    const { envelope } = await client.call(
      definition,
      readFields(definition, given.slice(0, -2), command.opts()),
      key === undefined ? {} : { idempotencyKey: key },
    );
    process.exitCode = printAnswer(definition.name, envelope, shown);
  });
}
