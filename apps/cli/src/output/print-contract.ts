import { asList, indented, write, type Fields } from './lines.js';

/** What a person decides by: what it is, what it does to the world, what it costs, whether it can be run; then its schemas. */
export function printContract(data: Fields): void {
  const contract = data['contract'] as Fields | null;
  if (!contract) {
    write(`${String(data['capability_id'])} was delivered in this turn already.`);
    return;
  }
  const version = contract['contract'] as Fields;
  const readiness = contract['readiness'] as Fields;
  const price = contract['price'] as Fields;
  write(`${String(contract['capability_id'])}  version ${String(version['version'])}  ${String(version['digest'])}`);
  write(String(contract['summary']));
  write(`  policy    ${String(contract['action_policy'])}${contract['policy_assumed'] === true ? ' (assumed from the method)' : ''}`);
  write(`  cost      ${String(price['credit_class'])}${price['per_call'] === null ? '' : `, ${String(price['per_call'])} credits a call`}`);
  write(`  modes     ${(contract['modes'] as string[]).join(', ')}`);
  write(`  needs     ${String(contract['permission'])}; scopes ${(contract['scopes'] as string[]).join(', ')}`);
  write(
    `  ready     ${
      readiness['ready'] === true
        ? 'yes'
        : asList(readiness['reasons'])
            .map(({ message }) => String(message))
            .join(' ')
    }`,
  );
  write('input');
  write(indented(contract['input_schema']));
  if (contract['output_schema'] !== null) {
    write('output');
    write(indented(contract['output_schema']));
  }
  if (typeof data['note'] === 'string') write(data['note']);
}
