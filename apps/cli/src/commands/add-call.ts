import { newId } from '@turnpike/kernel';
import type { CallDefinition, Operation } from '@turnpike/contracts';
import type { Command } from 'commander';
import { connect } from '../profile/connect.js';
import { printAnswer } from '../output/print-answer.js';
import { addFields, readFields } from './fields.js';

/** Walks `admin api-keys create` down from the program, adding the groups that are missing. */
export function findOrAddCommand(program: Command, words: string): Command {
  return words.split(' ').reduce((parent, word) => parent.commands.find((each) => each.name() === word) ?? parent.command(word), program);
}

/** A command that makes one call of its definition; its options are the fields of the definition's input. */
export function addCall(program: Command, definition: CallDefinition, words: string | undefined): void {
  if (words === undefined) return;
  const command = findOrAddCommand(program, words).description(definition.summary);
  const owner = 'owner' in definition && (definition as Operation).owner;
  addFields(command, definition);
  if (owner) command.option('--idempotency-key <key>', 'repeat with the same key to be sure that it is done once');
  command.action(async (...given: unknown[]) => {
    const { client, json } = connect(command, definition.name.startsWith('tools_') || definition.name === 'whoami' ? 'key' : 'session');
    const options = command.opts<{ idempotencyKey?: string }>();
    const key = owner ? (options.idempotencyKey ?? newId('cli')) : undefined;
    const { envelope } = await client.call(
      definition,
      readFields(definition, given.slice(0, -2), command.opts()),
      key === undefined ? {} : { idempotencyKey: key },
    );
    process.exitCode = printAnswer(definition.name, envelope, json);
  });
}
