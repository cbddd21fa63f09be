import type { AssembledPack } from '../folder/assemble-pack.js';
import type { FolderFinding } from '../folder/place.js';
import { findingAt, type PackFolder } from '../folder/read-folder.js';
import { lintQuality } from './lint-quality.js';
import { lintSafety, shownOf } from './lint-safety.js';
import { found, type TextFinding } from '../finding.js';

const LEAST_DESCRIPTION = 30;

/** Everything that is to be said of a folder whose files can be read, by file and line. */
export function lintPack(folder: PackFolder, assembled: AssembledPack): FolderFinding[] {
  const findings = [...assembled.findings, ...lintPackFile(folder), ...lintExamples(folder, assembled), ...lintSameness(folder, assembled)];
  for (const contract of assembled.contracts) {
    const id = contract.capability_id;
    for (const { rule, pointer, message } of [...lintSafety(shownOf(contract)), ...lintQuality(contract)])
      findings.push(findingAt(rule, assembled.placeOf(id, pointer), `${id} ${pointer.slice(1)}: ${message}`.replace(' : ', ': '), id));
  }
  return findings.sort((a, b) => (a.file === b.file ? a.line - b.line || a.column - b.column : a.file < b.file ? -1 : 1));
}

function lintPackFile({ pack }: PackFolder): FolderFinding[] {
  const { title, description } = pack.value;
  const findings: TextFinding[] = lintSafety({ title, description });
  if (description.trim().length < LEAST_DESCRIPTION)
    findings.push(found('no-description', '/description', 'the description says too little: searches route by it'));
  return findings.map(({ rule, pointer, message }) => findingAt(rule, pack.file.placeOf(pointer), `${pointer.slice(1)}: ${message}`));
}

function lintExamples({ examples }: PackFolder, { contracts }: AssembledPack): FolderFinding[] {
  const known = new Set(contracts.map(({ capability_id }) => capability_id));
  return examples.flatMap(({ file, value: { capability } }) =>
    known.has(capability)
      ? []
      : [findingAt('unknown-capability', file.placeOf('/capability'), `the pack has no ${capability}`, capability)],
  );
}

/** One id twice is refused; one title twice makes two results that nobody can tell apart. */
function lintSameness(folder: PackFolder, { contracts, placeOf }: AssembledPack): FolderFinding[] {
  const findings: FolderFinding[] = [];
  const packId = folder.pack.value.id;
  const titles = new Map<string, string>();
  const ids = new Map<string, number>();
  for (const { capability_id: id, title } of contracts) {
    ids.set(id, (ids.get(id) ?? 0) + 1);
    if (!id.startsWith(`${packId}.`)) findings.push(findingAt('unreadable', placeOf(id, '/id'), `${id} must begin with ${packId}.`, id));
    const other = titles.get(title.trim().toLowerCase());
    if (other !== undefined && other !== id)
      findings.push(findingAt('duplicate-title', placeOf(id, '/title'), `${id} has the title of ${other}`, id));
    titles.set(title.trim().toLowerCase(), id);
  }
  for (const [id, times] of ids) if (times > 1) findings.push(duplicateId(folder, id, placeOf));
  return findings;
}

function duplicateId(folder: PackFolder, id: string, placeOf: AssembledPack['placeOf']): FolderFinding {
  const last = folder.contracts.filter(({ value }) => value.id === id).at(-1);
  return findingAt('duplicate-id', last?.file.placeOf('/id') ?? placeOf(id, ''), `${id} is the id of two capabilities`, id);
}
