import type { Refusal } from '@turnpike/contracts';
import { checkPackState, diffJson, type Difference } from '@turnpike/domain-catalog';
import type { PackRow, PackTexts } from './pack.store.js';

/** What an offer does to the pack itself. */
export interface PackMove {
  /** What the pack says of itself, when it changes or is new. */
  readonly texts: PackTexts | null;
  /** State and successor, when they change: that moves the gate, and retires the turns that hold a contract of the pack. */
  readonly gate: Pick<PackRow, 'state' | 'successor'> | null;
  readonly differences: readonly Difference[];
}

export interface OfferedPack {
  readonly pack_id: string;
  readonly title: string;
  readonly description: string;
  readonly contact?: string | undefined;
  /** What is not given stays as it is. */
  readonly state?: 'draft' | 'live' | 'deprecated' | undefined;
  readonly successor?: string | undefined;
}

/** Compares what is offered with what stands; the refusal where the pack cannot go to that state. */
export function decidePack(before: PackRow | null, offered: OfferedPack): PackMove | Refusal {
  const was = before && shown(before);
  const state = offered.state ?? before?.state ?? 'live';
  const successor = offered.state === undefined ? (before?.successor ?? null) : (offered.successor ?? null);
  const refused = checkPackState(before?.state ?? 'draft', state, successor);
  if (refused) return refused;
  const contact = offered.contact ?? before?.contact ?? null;
  const now = { title: offered.title, description: offered.description, contact, state, successor };
  const differences = diffJson(was ?? {}, now, Object.keys(now).length);
  const moves = (...names: string[]): boolean => differences.some(({ pointer }) => names.includes(pointer.slice(1)));
  return {
    texts: moves('title', 'description', 'contact') ? { title: now.title, description: now.description, contact } : null,
    gate: moves('state', 'successor') ? { state, successor } : null,
    differences,
  };
}

const shown = ({ title, description, contact, state, successor }: PackRow) => ({ title, description, contact, state, successor });
