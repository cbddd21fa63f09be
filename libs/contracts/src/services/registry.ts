import * as z from 'zod';
import { caller } from '../caller.js';
import { contract, contractRef } from '../catalog/contract.js';
import { candidate, turnSummary } from '../catalog/descriptor.js';
import { capabilityId, packId, packState, providerId } from '../catalog/names.js';
import { vector } from '../catalog/vector.js';
import { packsList } from '../controls/packs.js';
import { deliveredContract, toolsGet } from '../controls/tools.js';
import * as installs from '../operations/installs.js';
import * as packs from '../operations/packs.js';
import * as turns from '../operations/turns.js';
import { doneOrRefused, movedPart, refused } from './outcome.js';
import { defineService } from './service-api.js';

const forCaller = <S extends z.ZodRawShape>(input: { readonly shape: S }) => z.object({ caller, input: z.object(input.shape) });

/** What the registry signs when it redeems: the very contract that may run, for whom, built from what, until when. */
export const admissionClaims = z.object({
  admission_id: z.string(),
  turn_id: z.string(),
  workspace_id: z.string(),
  principal_id: z.string(),
  credential_id: z.string(),
  capability_id: capabilityId,
  /** The workspace that publishes the pack: with the capability id it names the capability everywhere. */
  owner_workspace_id: z.string(),
  version: z.int(),
  digest: z.string(),
  vector,
  /** Milliseconds since the epoch. */
  issued_at: z.number(),
  expires_at: z.number(),
});
export type AdmissionClaims = z.infer<typeof admissionClaims>;

const redeemed = z.object({
  outcome: z.literal('redeemed'),
  turn: turnSummary,
  contract: contractRef,
  owner_workspace_id: z.string(),
  vector,
  /** What the descriptor said when it was delivered; an unready one cannot be run. */
  readiness: candidate.shape.readiness,
  /** Signed admission; null from `inspect`, which admits nothing. */
  admission: z.string().nullable(),
});

/** The goal and scope that minted the turn go back in repairs. */
const origin = z.object({ goal: z.string().nullable(), query_terms: z.array(z.string()).nullable(), pack_id: packId.nullable() });

export const registryApi = defineService('registry', {
  publish: {
    request: z.object({
      caller,
      pack: packs.packsPublish.input.shape.pack,
      contracts: z.array(contract),
      complete: z.boolean(),
      plan: z.boolean(),
      /** For an import: which operation of the document each capability came from, so that ids stay when names change. */
      sources: z.record(z.string(), z.string()).nullable(),
    }),
    response: doneOrRefused(packs.publishReport),
    repeatable: true,
  },
  /** Operation key → capability id as earlier imports of this pack assigned them. */
  importedIds: {
    request: z.object({ caller, pack_id: packId }),
    response: z.object({ ids: z.record(z.string(), capabilityId) }),
    repeatable: true,
  },
  listOwnedPacks: { request: forCaller(packs.packsOwned.input), response: doneOrRefused(packs.packsOwned.output), repeatable: true },
  setPackState: { request: forCaller(packs.packsSetState.input), response: doneOrRefused(packs.packsSetState.output), repeatable: true },
  sharePack: { request: forCaller(packs.packsShare.input), response: doneOrRefused(packs.packsShare.output), repeatable: true },
  history: { request: forCaller(packs.contractsHistory.input), response: doneOrRefused(packs.contractsHistory.output), repeatable: true },
  diff: { request: forCaller(packs.contractsDiff.input), response: doneOrRefused(packs.contractsDiff.output), repeatable: true },
  withdraw: {
    request: forCaller(packs.contractsWithdraw.input),
    response: doneOrRefused(packs.contractsWithdraw.output),
    repeatable: true,
  },
  listInstalls: {
    request: forCaller(installs.installsList.input),
    response: doneOrRefused(installs.installsList.output),
    repeatable: true,
  },
  enable: { request: forCaller(installs.installsEnable.input), response: doneOrRefused(installs.installsEnable.output), repeatable: true },
  disable: {
    request: forCaller(installs.installsDisable.input),
    response: doneOrRefused(installs.installsDisable.output),
    repeatable: true,
  },
  listTurns: { request: forCaller(turns.turnsList.input), response: doneOrRefused(turns.turnsList.output), repeatable: true },
  retireTurn: { request: forCaller(turns.turnsRetire.input), response: doneOrRefused(turns.turnsRetire.output), repeatable: true },
  /** The active catalog by pack. */
  activePacks: { request: z.object({ caller }), response: packsList.output, repeatable: true },
  /** Providers that capabilities of the active catalog need, with the origins their contracts call. */
  providers: {
    request: z.object({ caller }),
    response: z.object({
      providers: z.array(
        z.object({
          provider_id: providerId,
          title: z.string(),
          capabilities: z.int(),
          sample: z.array(capabilityId),
          origins: z.array(z.string()),
        }),
      ),
    }),
    repeatable: true,
  },
  /** The origins that capabilities of the active catalog call, with the provider whose connection may move them. */
  addresses: {
    request: z.object({ caller, pack_id: z.string().nullable() }),
    response: z.object({
      addresses: z.array(
        z.object({ origin: z.string(), provider_id: providerId.nullable(), capabilities: z.int(), sample: z.array(capabilityId) }),
      ),
    }),
    repeatable: true,
  },
  /** Mints the turn of a search: delivers the top ready ones of `ranked` from the registry's own rows and drops what it no longer has. */
  deliver: {
    request: z.object({
      caller,
      origin,
      ranked: z.array(
        z.object({ capability_id: capabilityId, owner_workspace_id: z.string(), score: z.number(), matched: candidate.shape.matched }),
      ),
      deliver: z.int(),
    }),
    response: z.discriminatedUnion('outcome', [
      z.object({
        outcome: z.literal('done'),
        value: z.object({
          candidates: z.array(candidate),
          runnable_contracts: z.array(deliveredContract),
          tool_turn_token: z.string(),
          turn: turnSummary,
        }),
      }),
      refused,
    ]),
    repeatable: false,
  },
  get: {
    request: z.object({ caller, input: z.object(toolsGet.input.shape) }),
    response: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('done'), value: toolsGet.output, turn: turnSummary }),
      /**
       * No such capability in this workspace's catalog; the gateway adds the nearest ids. `pack` says what became of a pack that this
       * workspace had: its state, its successor, and whether that one is in the active catalog.
       */
      z.object({
        outcome: z.literal('not_found'),
        pack: z.object({ pack_id: packId, state: packState, successor: packId.nullable(), successor_active: z.boolean() }).nullish(),
      }),
      refused,
    ]),
    repeatable: false,
  },
  /** For a live run: under shared locks, compares what was delivered with what is; answers a signed admission, or the refusal. */
  redeem: {
    request: z.object({ caller, tool_turn_token: z.string().nullable(), capability_id: capabilityId }),
    response: z.discriminatedUnion('outcome', [redeemed, refused]),
    repeatable: true,
  },
  /** The same comparison for the other modes; admits nothing. */
  inspect: {
    request: z.object({ caller, tool_turn_token: z.string().nullable(), capability_id: capabilityId }),
    response: z.discriminatedUnion('outcome', [redeemed, refused]),
    repeatable: true,
  },
  /** An immutable contract by its digest; the gateway keeps it. */
  contract: {
    request: z.object({ workspace_id: z.string(), digest: z.string() }),
    response: z.discriminatedUnion('outcome', [
      z.object({ outcome: z.literal('done'), value: contract }),
      z.object({ outcome: z.literal('not_found') }),
    ]),
    repeatable: true,
  },
  /**
   * Another owner says that a part it fences has moved: kept if newer than what is known, so that the repair repairs even with
   * the bus down. Answers the refusal for the caller (`catalog_changed`) after retiring the turn.
   */
  observe: {
    request: z.object({
      caller,
      turn_id: z.string(),
      capability_id: capabilityId,
      parts: z.array(movedPart),
    }),
    response: refused,
    repeatable: true,
  },
});
