import { asList, indented, write, type Fields } from './lines.js';

/** An inspection, a preview or a run, told apart by its kind. */
export function printRun(data: Fields, quiet: boolean): void {
  if (data['kind'] === 'inspection') printInspection(data);
  else if (data['kind'] === 'preview') printPreview(data);
  else printState(data, quiet);
}

function printState(run: Fields, quiet: boolean): void {
  const times = [run['created_at'], run['started_at'], run['ended_at']].filter((each) => each !== null).map(String);
  write(`${String(run['run_id'])}  ${String(run['capability_id'])}  ${String(run['state'])}  (${times.join(' → ')})`);
  if (run['result'] !== null) write(indented(run['result']));
  if (run['result_truncated'] === true) write('  (the result was cut)');
  const error = run['error'] as Fields | null;
  if (error) write(`  ${String(error['code'])}: ${String(error['message'])}`);
  if (!quiet && ['holding', 'queued', 'running'].includes(String(run['state'])))
    write(`\nNext: turnpike runs watch ${String(run['run_id'])}`);
}

function printPreview(data: Fields): void {
  const estimate = data['estimate'] as Fields;
  const request = data['request'] as Fields | null;
  write(
    `dry run of ${String(data['capability_id'])} (${String(data['action_policy'])}): nothing was sent, nothing spent; it would cost ${String(estimate['credits'])} credits`,
  );
  if (!request) return;
  write(`  ${String(request['method'])} ${String(request['url'])}`);
  for (const { name, value } of asList(request['headers'])) write(`  ${String(name)}: ${String(value)}`);
  if (request['credential'] !== null) write(`  (the connection's credential goes into the ${String(request['credential'])})`);
  if (request['body'] !== null) write(`\n  ${String(request['body'])}`);
  if (request['body_base64'] !== undefined) write(`\n  (bytes, as Base64) ${String(request['body_base64'])}`);
}

function printInspection(data: Fields): void {
  write(
    `smoke test of ${String(data['capability_id'])} (${String(data['action_policy'])}): ${data['input_valid'] === true ? 'the input fits' : 'the input does not fit'}`,
  );
  for (const { pointer, message } of asList(data['issues'])) write(`  ${String(pointer)} ${String(message)}`);
  const { reasons } = data['readiness'] as { reasons: unknown };
  for (const { message } of asList(reasons)) write(`  not ready: ${String(message)}`);
}
