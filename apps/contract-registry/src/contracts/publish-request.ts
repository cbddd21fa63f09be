import type { Caller, Contract } from '@turnpike/contracts';
import type { OfferedPack } from '../packs/decide-pack.js';

export interface PublishRequest {
  readonly caller: Caller;
  readonly pack: OfferedPack;
  readonly contracts: readonly Contract[];
  readonly complete: boolean;
  readonly plan: boolean;
  readonly sources: Readonly<Record<string, string>> | null;
}
