import { purgeRememberedBrowsers } from './features/account/account.jobs.ts';
import { followEventChange, sendInvitation } from './features/events/events.jobs.ts';
import { purgeExpiredFormData, sendFormReceipt } from './features/forms/forms.jobs.ts';
import { followItemChange, purgeExpiredNotifications } from './features/notifications/notifications.jobs.ts';
import { indexDocument, maintainSearchIndex } from './search/index/maintainSearchIndex.ts';
import { purgeTodo } from './features/todo/todo.jobs.ts';
import type { Jobs, Task } from './jobs/worker.ts';
import { readFile } from './media/reading/readFile.ts';
import { sweepFiles } from './media/store/sweepFiles.ts';

/** What follows when readers see something else of an item. Each step bears being done again, as when one after it fails. */
const onContentChanged: Task[] = [followEventChange, indexDocument, followItemChange];

/** Every job of the portal, each defined in its feature. */
export const jobs: Jobs = {
  tasks: {
    /** What readers see of an item has changed. Payload: `{ itemId }`. */
    async 'content-changed'(payload, parts) {
      for (const step of onContentChanged) await step(payload, parts);
    },
    'send-invitation': sendInvitation,
    'send-form-receipt': sendFormReceipt,
    'read-file': readFile,
    'sweep-files': sweepFiles,
    'purge-todo': purgeTodo,
    'forget-browsers': purgeRememberedBrowsers,
    'keep-notifications-tidy': purgeExpiredNotifications,
    'keep-forms-tidy': purgeExpiredFormData,
    'keep-search-quick': (_payload, { db, now }) => maintainSearchIndex(db, now()),
  },
  timed: [
    { task: 'forget-browsers', match: '29 * * * *' },
    { task: 'keep-notifications-tidy', match: '23 * * * *' },
    { task: 'purge-todo', match: '41 * * * *' },
    { task: 'sweep-files', match: '17 3 * * *' },
    { task: 'keep-forms-tidy', match: '43 3 * * *' },
    { task: 'keep-search-quick', match: '* * * * *' },
  ],
};
