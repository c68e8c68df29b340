import type { ActAction, ActingScope } from '@portico/contracts/acting';
import type { api } from '@portico/contracts/api';

/** What a delegate needs for a call: one of the scopes, or any of them. */
export type NeededScope = ActingScope | 'Any';

type Operation = keyof typeof api;

/**
 * The reads that can be made for somebody. All others are rejected for delegates. What everyone reads in the portal is
 * open with any scope, as that person sees it. Source: decisions/0311.
 */
const reads: Partial<Record<Operation, NeededScope>> = {
  getActing: 'Any',
  getCurrentUser: 'Any',
  getMenu: 'Any',
  getMaintenance: 'Any',
  getHome: 'Any',
  getWidgets: 'Any',
  listNews: 'Any',
  getNewsItem: 'Any',
  listUpcomingEvents: 'Any',
  listPastEvents: 'Any',
  listCalendarEvents: 'Any',
  getEvent: 'Any',
  listResources: 'Any',
  getResource: 'Any',
  listDocuments: 'Any',
  getDocument: 'Any',
  getDocumentPreview: 'Any',
  getContentPage: 'Any',
  getChecklistMarks: 'Any',
  explainAudience: 'Any',
  listCategories: 'Any',
  listNewsCategories: 'Any',
  listEventCategories: 'Any',
  listDepartments: 'Any',
  searchPortal: 'Any',
  searchDestinations: 'Any',
  suggestSearch: 'Any',
  listDuties: 'Duties',
  listCredits: 'Duties',
  getItemConfirmation: 'Duties',
  listActiveTasks: 'Tasks',
  listCompletedTasks: 'Tasks',
  getNotificationSummary: 'Notices',
  listNotifications: 'Notices',
  listNotificationHistory: 'Notices',
  listOpenForms: 'Forms',
  getForm: 'Forms',
  listOwnEntries: 'Forms',
  getOwnEntry: 'Forms',
};

/** The changes that can be made for somebody. Each is in the log of that person. */
const writes: Record<ActAction, ActingScope> = {
  setRegistration: 'Events',
  setSeriesRegistration: 'Events',
  inviteMe: 'Events',
  // Only what its editor has opened to delegates: features/duties/confirm.ts.
  confirmItem: 'Duties',
  createTask: 'Tasks',
  updateTask: 'Tasks',
  checkTask: 'Tasks',
  uncheckTask: 'Tasks',
  deleteTask: 'Tasks',
  restoreTask: 'Tasks',
  moveTask: 'Tasks',
  sortTasks: 'Tasks',
  setChecklistMark: 'Tasks',
  markNotificationRead: 'Notices',
  markNotificationUnread: 'Notices',
  markNotificationsRead: 'Notices',
  deleteNotification: 'Notices',
  restoreNotification: 'Notices',
  closeNotificationBanner: 'Notices',
  saveEntry: 'Forms',
  discardSavedEntry: 'Forms',
  submitEntry: 'Forms',
  correctEntry: 'Forms',
  deleteFormFile: 'Forms',
};

export const actingScopes: Partial<Record<Operation, NeededScope>> = { ...reads, ...writes };

/**
 * What an administrator does not see as somebody else, although delegates with any scope do: what the person ticked
 * off.
 */
const personalReads: ReadonlySet<string> = new Set<Operation>(['getChecklistMarks']);

/**
 * Whether an administrator who sees the portal as somebody else can make a call: the reads of what everyone reads, and
 * nothing of the person’s own, such as tasks, notifications or confirmations. Source: decisions/0347.
 */
export const isViewable = (operation: Operation): boolean =>
  reads[operation] === 'Any' && !personalReads.has(operation);

/** Why a call cannot be made for somebody, where the usual sentence says too little. */
export const actingRefusals: Partial<Record<Operation, string>> = {
  giveDelegation: 'Only the person themselves can let somebody act for them.',
};
