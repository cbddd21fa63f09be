import * as contacts from '../contacts/contact-operations.js';
import * as lists from '../lists/list-operations.js';
import * as mail from '../mail/mail-operations.js';
import type { OperationShape } from '../operation/define-operation.js';
import * as sequences from '../sequences/sequence-operations.js';
import * as workbooks from '../workbooks/workbook-operations.js';

export const ALL_OPERATIONS: readonly OperationShape[] = [contacts, lists, sequences, mail, workbooks].flatMap((group) => Object.values(group));
