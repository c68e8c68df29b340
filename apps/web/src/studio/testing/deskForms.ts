import type { CallResult } from '@portico/contracts/endpoint';
import { formDeskPath } from '@portico/contracts/forms';
import {
  getDeskEntry,
  listAssignedEntries,
  listDeskColleagues,
  listDeskEntries,
  type DeskEntry,
} from '@portico/contracts/studio/formsDesk';
import { fakeApi, type FakeApi } from '@portico/testing/fakeApi';
import { answerStudio } from './studioItems.ts';

export const idOf = (number: number) => `5f9b1d4e-0000-4000-9000-${String(number).padStart(12, '0')}`;
export const FORM_ID = idOf(100);
export const PATH = formDeskPath(FORM_ID);
export const edda = { id: idOf(50), name: 'Edda Mohr' };

export const anEntry = (own: Partial<DeskEntry> = {}): DeskEntry => ({
  id: idOf(1),
  formVersion: 1,
  unasked: [],
  dueOn: null,
  isOverdue: false,
  receivedAt: '2026-06-01T12:00:00.000Z',
  person: { name: 'Ana Brandt', email: 'ana@portico.test' },
  sentBy: null,
  values: { what: 'Cab', kind: 'air' },
  files: [],
  state: 'New',
  assignee: null,
  version: 1,
  notes: 0,
  ...own,
});

export const aList = (own: Partial<CallResult<typeof listDeskEntries>> = {}): CallResult<typeof listDeskEntries> => ({
  title: 'Expenses',
  newestVersion: 1,
  overdue: 0,
  counts: { New: 1, InWork: 1, Done: 0, Returned: 0 },
  questions: [
    { alias: 'what', label: 'What', type: 'TextField', isGone: false },
    {
      alias: 'kind',
      label: 'Kind',
      type: 'DropDownList',
      isGone: false,
      options: [{ value: 'air', label: 'Air fare' }],
    },
    { alias: 'urgent', label: 'Urgent', type: 'Checkbox', isGone: false },
  ],
  chosen: ['what', 'kind'],
  limits: { closesAt: null, capacity: null, isOnce: false, daysToDo: null, version: 0 },
  views: [{ id: idOf(70), name: 'Mine', query: '?assigned=Me' }],
  total: 2,
  items: [
    anEntry(),
    anEntry({ id: idOf(2), person: { name: 'Nils Aldous', email: null }, state: 'InWork', version: 4 }),
  ],
  next: null,
  ...own,
});

export const aDetail = (own: Partial<CallResult<typeof getDeskEntry>> = {}): CallResult<typeof getDeskEntry> => ({
  ...anEntry(),
  form: {
    id: 'form',
    type: 'Form',
    formId: FORM_ID,
    title: 'Expenses',
    fields: [{ id: 'what', type: 'TextField', alias: 'what', label: 'What' }],
  },
  formVersion: 2,
  newestVersion: 2,
  correctedAt: null,
  returned: null,
  earlier: [],
  notes: [{ id: idOf(60), by: 'Edda Mohr', at: '2026-06-02T12:00:00.000Z', text: 'Called them.' }],
  changes: [
    {
      id: idOf(61),
      by: 'Adam Vance',
      at: '2026-06-02T13:00:00.000Z',
      from: { state: 'InWork', assignee: null },
      to: { state: 'New', assignee: 'Edda Mohr' },
    },
  ],
  ...own,
});

export function desk(list = aList()): FakeApi {
  const api = answerStudio(fakeApi());
  api.answer(listDeskEntries, list);
  api.answer(listDeskColleagues, { items: [edda] });
  api.answer(getDeskEntry, aDetail());
  api.answer(listAssignedEntries, { items: [], page: 1, pageSize: 20, total: 0 });
  return api;
}
