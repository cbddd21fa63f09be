import { toPointerStep } from '@turnpike/kernel';
import type { z } from 'zod';
import { RULES, type Rule } from '../finding.js';
import { contractFile, type ContractFile } from './contract-file.js';
import { exampleFile, type ExampleFile } from './example-file.js';
import { packFile, type PackFile } from './pack-file.js';
import type { FolderFinding, Place } from './place.js';
import { readYaml, type YamlFile } from './read-yaml.js';

/** Text of each file by its path in the folder, with `/` between names. */
export type FolderFiles = Readonly<Record<string, string>>;

export interface Read<T> {
  readonly file: YamlFile;
  readonly value: T;
}

export interface PackFolder {
  readonly pack: Read<PackFile>;
  readonly contracts: readonly Read<ContractFile>[];
  readonly examples: readonly Read<ExampleFile>[];
  readonly document: { readonly path: string; readonly text: string } | null;
  readonly overlay: YamlFile | null;
}

const CONTRACTS = /^contracts\/.+\.(?:ya?ml|json)$/;
const EXAMPLES = /^examples\/.+\.(?:ya?ml|json)$/;

/** What a folder says; `folder` is null where pack.yaml cannot be read. Everything that cannot be read is a finding with its place. */
export function readPackFolder(files: FolderFiles): { folder: PackFolder | null; findings: FolderFinding[] } {
  const findings: FolderFinding[] = [];
  const reader = new Reader(files, findings);
  const pack = reader.read('pack.yaml', packFile);
  if (!pack) return { folder: null, findings };
  const paths = Object.keys(files).sort();
  const { openapi, overlay } = pack.value;
  const named = (field: 'openapi' | 'overlay', path: string | undefined): string | null => {
    if (path === undefined) return null;
    if (files[path] !== undefined) return path;
    findings.push(unreadable(pack.file.placeOf(`/${field}`), `${field}: the folder has no file ${path}`));
    return null;
  };
  const documentPath = named('openapi', openapi);
  const overlayPath = named('overlay', overlay);
  const folder = {
    pack,
    contracts: reader.readAll(
      paths.filter((path) => CONTRACTS.test(path)),
      contractFile,
    ),
    examples: reader.readAll(
      paths.filter((path) => EXAMPLES.test(path)),
      exampleFile,
    ),
    document: documentPath === null ? null : { path: documentPath, text: files[documentPath] ?? '' },
    overlay: overlayPath === null ? null : reader.parse(overlayPath),
  };
  return { folder, findings };
}

class Reader {
  constructor(
    private readonly files: FolderFiles,
    private readonly findings: FolderFinding[],
  ) {}

  readAll<S extends z.ZodType>(paths: readonly string[], schema: S): Read<z.infer<S>>[] {
    return paths.map((path) => this.read(path, schema)).filter((each) => each !== null);
  }

  read<S extends z.ZodType>(path: string, schema: S): Read<z.infer<S>> | null {
    const file = this.parse(path);
    if (!file) return null;
    const parsed = schema.safeParse(file.value);
    if (parsed.success) return { file, value: parsed.data };
    for (const issue of parsed.error.issues) this.findings.push(...describeIssue(file, issue));
    return null;
  }

  parse(path: string): YamlFile | null {
    const text = this.files[path];
    if (text === undefined) {
      this.findings.push(unreadable({ file: path, line: 1, column: 1 }, `the folder has no ${path}`));
      return null;
    }
    const read = readYaml(path, text);
    if (read.ok) return read.file;
    this.findings.push(unreadable(read.place, read.reason));
    return null;
  }
}

function describeIssue(file: YamlFile, issue: z.core.$ZodIssue): FolderFinding[] {
  const at = issue.path.map((step) => `/${toPointerStep(String(step))}`).join('');
  const name = issue.path.join('.');
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) =>
      unreadable(file.placeOf(`${at}/${toPointerStep(key)}`), `${[name, key].filter(Boolean).join('.')} is not a known field`),
    );
  const missing = issue.code === 'invalid_type' && issue.input === undefined && name !== '';
  const allowed = issue.code === 'invalid_value' ? `must be one of ${issue.values.map(String).join(', ')}` : issue.message;
  return [unreadable(file.placeOf(at), missing ? `${name} is missing` : `${name || 'the file'}: ${allowed}`)];
}

const unreadable = (place: Place, message: string): FolderFinding => findingAt('unreadable', place, message);

export const findingAt = (rule: Rule, place: Place, message: string, capabilityId: string | null = null): FolderFinding => ({
  ...place,
  rule,
  severity: RULES[rule].severity,
  message,
  capability_id: capabilityId,
});
