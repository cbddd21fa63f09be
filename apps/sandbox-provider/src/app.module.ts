import { Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR } from '@nestjs/core';
import { ContactsController } from './contacts/contacts.controller.js';
import { OrderedFaults } from './faults/ordered-faults.js';
import { RememberAnswers } from './idempotency/remember-answers.js';
import { ListsController } from './lists/lists.controller.js';
import { MailController } from './mail/mail.controller.js';
import { DocumentController } from './openapi/document.controller.js';
import { AnswerProblems } from './operation/answer-problems.js';
import { RecordedRequests } from './recording/recorded-requests.js';
import { SandboxController } from './recording/sandbox.controller.js';
import { SequencesController } from './sequences/sequences.controller.js';
import { SandboxState } from './state/sandbox-state.js';
import { WorkbooksController } from './workbooks/workbooks.controller.js';

@Module({
  controllers: [ContactsController, ListsController, SequencesController, MailController, WorkbooksController, DocumentController, SandboxController],
  providers: [
    SandboxState,
    RecordedRequests,
    OrderedFaults,
    RememberAnswers,
    { provide: APP_INTERCEPTOR, useExisting: RememberAnswers },
    { provide: APP_FILTER, useClass: AnswerProblems },
  ],
})
export class AppModule {}
