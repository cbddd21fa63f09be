import { Controller } from '@nestjs/common';
import type { OperationAnswer, OperationInput } from '../operation/define-operation.js';
import { notFound, SandboxProblem } from '../operation/problem.js';
import { SandboxInput, SandboxRoute } from '../operation/sandbox-route.js';
import type { Sequence } from '../state/records.js';
import { SandboxState } from '../state/sandbox-state.js';
import { sequencesActivate, sequencesCreate, sequencesEnroll, sequencesGet, sequencesList } from './sequence-operations.js';

@Controller()
export class SequencesController {
  constructor(private readonly state: SandboxState) {}

  @SandboxRoute(sequencesList)
  list(@SandboxInput(sequencesList) { query }: OperationInput<typeof sequencesList>): OperationAnswer<typeof sequencesList> {
    return { sequences: [...this.state.sequences.values()].filter((sequence) => query.state === undefined || sequence.state === query.state) };
  }

  @SandboxRoute(sequencesGet)
  get(@SandboxInput(sequencesGet) { params }: OperationInput<typeof sequencesGet>): Sequence {
    return this.find(params.sequence_id);
  }

  @SandboxRoute(sequencesCreate)
  create(@SandboxInput(sequencesCreate) { body }: OperationInput<typeof sequencesCreate>): Sequence {
    const { name, steps } = body;
    return this.state.add(this.state.sequences, { id: this.state.nextId('seq'), name, state: 'draft', steps, enrollments: [], created_at: this.state.now() });
  }

  @SandboxRoute(sequencesEnroll)
  enroll(@SandboxInput(sequencesEnroll) { params, body }: OperationInput<typeof sequencesEnroll>): OperationAnswer<typeof sequencesEnroll> {
    const sequence = this.find(params.sequence_id);
    if (!this.state.contacts.has(body.contact_id)) throw notFound('contact', body.contact_id);
    if (sequence.state !== 'active') throw new SandboxProblem(409, 'sequence_not_active', `sequence ${sequence.id} is a ${sequence.state}`);
    if (sequence.enrollments.some((entry) => entry.contact_id === body.contact_id)) throw new SandboxProblem(409, 'already_enrolled', `${body.contact_id} is enrolled already`);
    const entry = { id: this.state.nextId('enr'), contact_id: body.contact_id, step: 0, enrolled_at: this.state.now() };
    sequence.enrollments.push(entry);
    return entry;
  }

  @SandboxRoute(sequencesActivate)
  activate(@SandboxInput(sequencesActivate) { params }: OperationInput<typeof sequencesActivate>): Sequence {
    const sequence = this.find(params.sequence_id);
    sequence.state = 'active';
    return sequence;
  }

  private find(id: string): Sequence {
    const sequence = this.state.sequences.get(id);
    if (sequence === undefined) throw notFound('sequence', id);
    return sequence;
  }
}
