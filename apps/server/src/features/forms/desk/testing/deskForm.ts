import { randomUUID } from 'node:crypto';
import type { CallInput } from '@portico/contracts/endpoint';
import { submitEntry } from '@portico/contracts/forms';
import type { FormValues } from '@portico/contracts/formValues';
import {
  changeDeskEntries,
  getDeskEntry,
  listDeskColleagues,
  listDeskEntries,
} from '@portico/contracts/studio/formsDesk';
import { aForm } from '../../../../testing/aForm.ts';
import type { TestPortal } from '../../../../testing/testPortal.ts';

export type DeskQuery = CallInput<typeof listDeskEntries>['query'];
export type EntryTargets = CallInput<typeof changeDeskEntries>['body']['entries'];

/** Somebody who looks at the desk today, for the plans of queries. */
export const aDeskReader = () => ({ userId: randomUUID(), today: '2026-03-09', timeZone: 'America/New_York' });

const form = () =>
  aForm({
    title: 'Expenses',
    fields: [
      { type: 'TextField', alias: 'what', label: 'What' },
      { type: 'TextField', format: 'Number', alias: 'amount', label: 'Amount' },
      {
        type: 'DropDownList',
        alias: 'kind',
        label: 'Kind',
        options: [
          { value: 'air', label: 'Air fare' },
          { value: 'bed', label: 'Hotel' },
        ],
      },
      {
        type: 'MultiChoice',
        alias: 'teams',
        label: 'Kind',
        options: [
          { value: 'east', label: 'East' },
          { value: 'west', label: 'West' },
        ],
      },
      { type: 'Checkbox', alias: 'urgent', label: 'Urgent' },
    ],
  });

/** A form with questions of several kinds, two of one name, and the calls that people make about it. */
export class DeskForm {
  readonly #portal: () => TestPortal;

  constructor(portal: () => TestPortal) {
    this.#portal = portal;
  }

  publishForm = async (): Promise<string> => {
    const published = form();
    await this.#portal().make.resource({ components: [published] });
    return published.formId;
  };

  /** Sends an entry, a second after the previous one, and returns its id. */
  send = async (who: string, formId: string, values: FormValues): Promise<string> => {
    const { clock, as } = this.#portal();
    clock.now = new Date(clock.now.getTime() + 1000);
    const headers = { 'idempotency-key': randomUUID() };
    return (await as(who).call(submitEntry, { params: { formId }, body: { values } }, headers)).entryId;
  };

  list = (formId: string, query: DeskQuery = {}, who = 'edda') =>
    this.#portal().as(who).call(listDeskEntries, { params: { formId }, query });

  change = (formId: string, entries: EntryTargets, id: string = randomUUID()) =>
    this.#portal().as('edda').call(changeDeskEntries, { params: { formId }, body: { id, entries } });

  detail = (formId: string, entryId: string) =>
    this.#portal().as('edda').call(getDeskEntry, { params: { formId, entryId } });

  /** The id of a colleague by the beginning of their name. */
  idOf = async (name: string): Promise<string> =>
    (await this.#portal().as('edda').call(listDeskColleagues, {})).items.find((each) => each.name.startsWith(name))!.id;
}
