import { purgeRememberedBrowsers } from './features/account/account.jobs.ts';
import { sumTotals } from './content/storedTotals.ts';
import { checkAuditLog } from './features/admin/audit/audit.jobs.ts';
import { endViewingsInTime } from './features/admin/viewings.queries.ts';
import { backupTimes, makeBackup, rotateBackups, verifyBackup } from './features/backups/backups.jobs.ts';
import type { Config } from './config.ts';
import { sendCreditReminderMail } from './features/duties/creditReminders.jobs.ts';
import { remindOfDuties, updateDuties } from './features/duties/duties.jobs.ts';
import { followEventChange, sendInvitation, sendSeriesInvitation } from './features/events/events.jobs.ts';
import { passOnSpots } from './features/events/registrations.queries.ts';
import { endFeeds } from './features/feeds/feeds.jobs.ts';
import { purgeExpiredFormData, sendFormReceipt, sendFormReturn } from './features/forms/forms.jobs.ts';
import {
  announceNotices,
  followItemChange,
  purgeExpiredNotifications,
} from './features/notifications/notifications.jobs.ts';
import { purgeInsights } from './features/search/insights/insights.jobs.ts';
import { sendDutyReminder } from './features/studio/confirmations/reminders.jobs.ts';
import { sendEventMessage } from './features/studio/eventsDesk/rosterMessages.jobs.ts';
import { renameFiledItems } from './features/studio/filing/renameFiledItems.ts';
import { askOwners } from './features/studio/owners/askOwners.ts';
import { sendReviewRequest } from './features/studio/owners/reviewMail.jobs.ts';
import { publishDue } from './features/studio/releases/publishDue.ts';
import { findBrokenLinks } from './features/studio/links/findBrokenLinks.ts';
import { visitLinks } from './features/studio/links/visitLinks.ts';
import { foldStudioSaves } from './features/studio/foldSaves.jobs.ts';
import { purgeStudio } from './features/studio/studio.jobs.ts';
import { purgeUploads } from './features/studio/uploads/uploads.jobs.ts';
import { queueDigests, sendDigest } from './features/publication-notifications/digest.jobs.ts';
import { askProofWitness, publishCheckpoint, witnessTimes } from './features/proofs/proofs.jobs.ts';
import { notifyReaders } from './features/publication-notifications/notifyReaders.ts';
import { purgeTodo } from './features/todo/todo.jobs.ts';
import { deliverWebhook, purgeWebhooks } from './features/webhooks/webhooks.jobs.ts';
import { addJob } from './jobs/queue.ts';
import type { JobName } from './jobs/registry.ts';
import { checkedTasks, type Jobs, type Task } from './jobs/worker.ts';
import { readFile } from './media/reading/readFile.ts';
import { recognizeFiles, recognitionTimes } from './media/recognizing/recognizeFiles.ts';
import { scanFiles, scanTimes } from './features/scans/scans.jobs.ts';
import { purgeChanges } from './push/changes.ts';
import { sweepFiles } from './media/unused/sweepFiles.ts';
import { indexDocument, maintainSearchIndex } from './search/index/maintainSearchIndex.ts';

/**
 * Queues a separate job that runs after all others: an import changes hundreds of items, and people are waiting for
 * email and notices.
 */
const queueIndexing: Task<'content-changed'> = ({ itemId }, { db }) =>
  addJob(db, 'index-document', { itemId }, { key: `index-document:${itemId}` });

/** When a step fails, the retry starts over with the first one, so running a step twice must be harmless. */
const onContentChanged: Array<Task<'content-changed'>> = [
  queueIndexing,
  followEventChange,
  followItemChange,
  notifyReaders,
];

const timed: Array<Jobs['timed'][number] & { task: JobName }> = [
  { task: 'purge-remembered-browsers', match: '29 * * * *' },
  { task: 'purge-expired-notifications', match: '23 * * * *' },
  { task: 'announce-notices', match: '* * * * *' },
  { task: 'purge-todo', match: '41 * * * *' },
  { task: 'purge-studio', match: '47 * * * *' },
  { task: 'purge-uploads', match: '13 * * * *' },
  { task: 'fold-studio-saves', match: '*/5 * * * *' },
  { task: 'purge-webhooks', match: '53 * * * *' },
  { task: 'visit-links', match: '*/20 * * * *' },
  { task: 'find-broken-links', match: '*/10 * * * *' },
  { task: 'sweep-files', match: '17 3 * * *' },
  { task: 'purge-expired-form-data', match: '43 3 * * *' },
  { task: 'pass-on-spots', match: '* * * * *' },
  { task: 'end-viewings', match: '* * * * *' },
  { task: 'purge-changes', match: '11 4 * * *' },
  { task: 'end-feeds', match: '37 * * * *' },
  { task: 'purge-insights', match: '31 * * * *' },
  { task: 'maintain-search-index', match: '* * * * *' },
  { task: 'sum-totals', match: '*/5 * * * *' },
  { task: 'publish-due', match: '* * * * *' },
  { task: 'notify-readers', match: '* * * * *' },
  { task: 'update-duties', match: '* * * * *' },
  { task: 'remind-of-duties', match: '*/10 * * * *' },
  { task: 'ask-owners', match: '13 * * * *' },
  { task: 'check-audit-log', match: '41 * * * *' },
  { task: 'publish-checkpoint', match: '31 2 * * *' },
  { task: 'queue-digests', match: '3 * * * *' },
];

/** The task of every job in the registry, each defined in its feature, and the schedule of the timed ones. */
export const jobs: Jobs = {
  tasks: checkedTasks({
    async 'content-changed'(payload, dependencies) {
      for (const step of onContentChanged) await step(payload, dependencies);
    },
    'index-document': indexDocument,
    'end-viewings': endViewingsInTime,
    'send-invitation': sendInvitation,
    'send-series-invitation': sendSeriesInvitation,
    'send-event-message': sendEventMessage,
    'pass-on-spots': passOnSpots,
    'send-form-receipt': sendFormReceipt,
    'send-form-return': sendFormReturn,
    'read-file': readFile,
    'recognize-files': recognizeFiles,
    'deliver-webhook': deliverWebhook,
    'purge-webhooks': purgeWebhooks,
    'scan-files': scanFiles,
    'sweep-files': sweepFiles,
    'purge-todo': purgeTodo,
    'purge-studio': purgeStudio,
    'purge-uploads': purgeUploads,
    'fold-studio-saves': foldStudioSaves,
    'publish-due': publishDue,
    'notify-readers': notifyReaders,
    'update-duties': updateDuties,
    'remind-of-duties': remindOfDuties,
    'send-duty-reminder': sendDutyReminder,
    'send-credit-reminder': sendCreditReminderMail,
    'ask-owners': askOwners,
    'send-review-request': sendReviewRequest,
    'rename-filed-items': renameFiledItems,
    'queue-digests': queueDigests,
    'send-digest': sendDigest,
    'check-audit-log': checkAuditLog,
    'publish-checkpoint': publishCheckpoint,
    'ask-proof-witness': askProofWitness,
    'visit-links': visitLinks,
    'find-broken-links': findBrokenLinks,
    'purge-remembered-browsers': purgeRememberedBrowsers,
    'announce-notices': announceNotices,
    'purge-expired-notifications': purgeExpiredNotifications,
    'purge-expired-form-data': purgeExpiredFormData,
    'purge-changes': purgeChanges,
    'end-feeds': endFeeds,
    'purge-insights': purgeInsights,
    'make-backup': makeBackup,
    'verify-backup': verifyBackup,
    'rotate-backups': rotateBackups,
    'maintain-search-index': (_payload, { db, now }) => maintainSearchIndex(db, now()),
    'sum-totals': (_payload, { db, now }) => sumTotals(db, now()),
  }),
  timed,
};

/** The same, including the jobs whose schedule comes from the settings. */
export const jobsFor = (config: Config): Jobs => ({
  ...jobs,
  timed: [
    ...jobs.timed,
    ...backupTimes(config),
    ...scanTimes(config),
    ...recognitionTimes(config),
    ...witnessTimes(config),
  ],
});
