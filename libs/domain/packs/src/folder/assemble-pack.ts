import type { Contract, offeredPack } from '@turnpike/contracts';
import { toPointerStep } from '@turnpike/kernel';
import type { z } from 'zod';
import { buildContract } from './build-contract.js';
import type { FolderFinding, Place } from './place.js';
import { findingAt, type PackFolder } from './read-folder.js';
import { readYaml, type YamlFile } from './read-yaml.js';

/** What reads an OpenAPI document as contracts of the pack; given from outside, since documents are another matter than folders. */
export type DocumentReader = (document: {
  readonly text: string;
  readonly packId: string;
  readonly overlay: unknown;
  readonly serverUrl: string | null;
}) =>
  | {
      readonly ok: true;
      readonly contracts: readonly Contract[];
      /** Capability → `METHOD /path`. */
      readonly sources: Readonly<Record<string, string>>;
      readonly leftOut: readonly { readonly operation: string; readonly pointer: string; readonly reason: string }[];
      readonly warnings: readonly string[];
    }
  | { readonly ok: false; readonly pointer: string; readonly reason: string };

export interface AssembledPack {
  readonly pack: z.infer<typeof offeredPack>;
  readonly contracts: readonly Contract[];
  readonly sources: Readonly<Record<string, string>>;
  readonly leftOut: readonly { readonly operation: string; readonly pointer: string; readonly reason: string }[];
  readonly warnings: readonly string[];
  /** What stands in the way of a contract. */
  readonly findings: readonly FolderFinding[];
  /** Where a part of a contract was written; pointers are into the contract. */
  placeOf(capabilityId: string, pointer: string): Place;
}

/** Documents beyond this are not read a second time for line numbers; the operation's name says where to look. */
const MOST_CHARACTERS_FOR_LINES = 3_000_000;

type Imported = Extract<ReturnType<DocumentReader>, { ok: true }>;
const NOTHING: Imported = { ok: true, contracts: [], sources: {}, leftOut: [], warnings: [] };

/** Every contract of a folder: those of its document and those written by hand. */
export function assemblePack(folder: PackFolder, readDocument: DocumentReader): AssembledPack {
  const findings: FolderFinding[] = [];
  const lines = documentLines(folder);
  const imported = importInto(folder, readDocument, lines, findings);
  const written = new Map<string, YamlFile>();
  const contracts = [...imported.contracts];
  for (const { file, value } of folder.contracts) {
    const built = buildContract(folder.pack.value, value);
    if (!built.ok) findings.push(findingAt('unreadable', file.placeOf(built.pointer), built.reason, value.id));
    else contracts.push(built.contract);
    if (!written.has(value.id)) written.set(value.id, file);
  }
  for (const { operation, pointer, reason } of imported.leftOut)
    findings.push(findingAt('left-out', lines(pointer), `${operation} became no capability: ${reason}`));
  const places = { folder, written, sources: imported.sources, lines };
  return {
    pack: offerOf(folder),
    contracts,
    sources: imported.sources,
    leftOut: imported.leftOut,
    warnings: imported.warnings,
    findings,
    placeOf: (capabilityId, pointer) => placeOf(places, capabilityId, pointer),
  };
}

function offerOf(folder: PackFolder): AssembledPack['pack'] {
  const { id, title, description, contact, state, successor } = folder.pack.value;
  return { pack_id: id, title, description, contact, state, ...(successor !== undefined && { successor }) };
}

type Lines = (pointer: string) => Place;

function documentLines({ document }: PackFolder): Lines {
  let read: YamlFile | null | undefined;
  return (pointer) => {
    const file = document?.path ?? 'pack.yaml';
    if (read === undefined) {
      const parsed = document && document.text.length <= MOST_CHARACTERS_FOR_LINES ? readYaml(document.path, document.text) : null;
      read = parsed?.ok ? parsed.file : null;
    }
    return read?.placeOf(pointer) ?? { file, line: 1, column: 1 };
  };
}

function importInto(folder: PackFolder, readDocument: DocumentReader, lines: Lines, findings: FolderFinding[]): Imported {
  const { document, overlay } = folder;
  const { id: packId, server_url: serverUrl = null, provider } = folder.pack.value;
  if (!document) return NOTHING;
  const read = readDocument({ text: document.text, packId, overlay: overlay?.value ?? null, serverUrl });
  if (!read.ok) {
    const inOverlay = /^\/overlay(?=\/|$)/.test(read.pointer);
    const place = inOverlay && overlay ? overlay.placeOf(read.pointer.slice('/overlay'.length)) : lines(read.pointer);
    findings.push(findingAt('unreadable', place, read.reason));
    return NOTHING;
  }
  if (!provider) return read;
  const { id, title } = provider;
  return {
    ...read,
    contracts: read.contracts.map((each) => (each.provider ? { ...each, provider: { ...each.provider, id, title } } : each)),
  };
}

interface Places {
  readonly folder: PackFolder;
  readonly written: ReadonlyMap<string, YamlFile>;
  readonly sources: Readonly<Record<string, string>>;
  readonly lines: Lines;
}

function placeOf({ folder, written, sources, lines }: Places, capabilityId: string, pointer: string): Place {
  if (pointer.startsWith('/provider')) return folder.pack.file.placeOf(pointer);
  const file = written.get(capabilityId);
  if (file) return file.placeOf(pointer.replace(/^\/(in|out)put_schema(?=\/|$)/, '/$1put'));
  const operation = sources[capabilityId] ?? '';
  const stated = folder.overlay && overlayPlace(folder.overlay, operation, pointer);
  if (stated) return stated;
  const [method = '', path = ''] = operation.split(' ');
  return lines(`/paths/${toPointerStep(path)}/${method.toLowerCase()}`);
}

/** A text that the overlay states stands there, not in the document. */
function overlayPlace(overlay: YamlFile, operation: string, pointer: string): Place | null {
  const operations = (overlay.value as { operations?: Record<string, Record<string, unknown>> } | null)?.operations;
  const [, field = ''] = pointer.split('/');
  const own = operations?.[operation];
  if (!own || !(field in own)) return null;
  return overlay.placeOf(`/operations/${toPointerStep(operation)}${pointer}`);
}
