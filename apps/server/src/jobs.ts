import { purgeRememberedBrowsers } from './features/account/account.jobs.ts';
import { followEventChange, sendInvitation } from './features/events/events.jobs.ts';
import { purgeExpiredFormData, sendFormReceipt } from './features/forms/forms.jobs.ts';
import { followItemChange, purgeExpiredNotifications } from './features/notifications/notifications.jobs.ts';
import { purgeTodo } from './features/todo/todo.jobs.ts';
import type { JobName } from './jobs/registry.ts';
import { checkedTasks, type Jobs, type Task } from './jobs/worker.ts';
import { readFile } from './media/reading/readFile.ts';
import { sweepFiles } from './media/store/sweepFiles.ts';
import { indexDocument, maintainSearchIndex } from './search/index/maintainSearchIndex.ts';

/** When a step fails, the retry starts over with the first one, so running a step twice must do no harm. */
const onContentChanged: Array<Task<'content-changed'>> = [followEventChange, indexDocument, followItemChange];

const timed: Array<Jobs['timed'][number] & { task: JobName }> = [
  { task: 'purge-remembered-browsers', match: '29 * * * *' },
  { task: 'purge-expired-notifications', match: '23 * * * *' },
  { task: 'purge-todo', match: '41 * * * *' },
  { task: 'sweep-files', match: '17 3 * * *' },
  { task: 'purge-expired-form-data', match: '43 3 * * *' },
  { task: 'maintain-search-index', match: '* * * * *' },
];

/** The task of every job in the registry, each defined in its feature, and when the timed ones run. */
export const jobs: Jobs = {
  tasks: checkedTasks({
    async 'content-changed'(payload, dependencies) {
      for (const step of onContentChanged) await step(payload, dependencies);
    },
    'send-invitation': sendInvitation,
    'send-form-receipt': sendFormReceipt,
    'read-file': readFile,
    'sweep-files': sweepFiles,
    'purge-todo': purgeTodo,
    'purge-remembered-browsers': purgeRememberedBrowsers,
    'purge-expired-notifications': purgeExpiredNotifications,
    'purge-expired-form-data': purgeExpiredFormData,
    'maintain-search-index': (_payload, { db, now }) => maintainSearchIndex(db, now()),
  }),
  timed,
};
