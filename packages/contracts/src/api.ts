import { getRememberedBrowserStatus, initLogin, redeemLoginTicket, rotateBrowserId } from './account.ts';
import { listCategories, listDepartments, listEventCategories, listNewsCategories } from './categories.ts';
import { getChecklistMarks, setChecklistMark } from './checklists.ts';
import { getDocument, getDocumentPreview, listDocuments } from './documents.ts';
import type { Endpoint } from './endpoint.ts';
import { getEvent, inviteMe, listCalendarEvents, listPastEvents, listUpcomingEvents, previewEvent, setRegistration } from './events.ts';
import { createFeeds, getFeeds, revokeFeeds } from './feeds.ts';
import { deleteFormFile, discardSavedEntry, getForm, getOwnEntry, listFormEntries, listForms, listOwnEntries, saveEntry, submitEntry } from './forms.ts';
import { closeNotificationBanner, closeNotificationBannerPreview, getHome, previewHome } from './home.ts';
import { getMenu } from './menu.ts';
import { getNewsItem, listNews, previewNewsItem } from './news.ts';
import {
  deleteNotification, getNotificationSummary, listNotices, listNotificationHistory, listNotifications, markNotificationRead, markNotificationsRead,
  markNotificationUnread, restoreNotification, sendNotice, withdrawNotice,
} from './notifications.ts';
import { getContentPage, previewContentPage } from './pages.ts';
import { getResource, listResources, previewResource } from './resources.ts';
import { createAbbreviation, deleteAbbreviation, listAbbreviations, searchPortal, suggestSearch, updateAbbreviation } from './search.ts';
import {
  checkTask, createTask, deleteTask, listActiveTasks, listCompletedTasks, moveTask, restoreTask, sortTasks, uncheckTask, updateTask,
} from './todo.ts';
import { getCurrentUser } from './users.ts';
import { getVersion } from './version.ts';
import { getWidgets, previewWidgets } from './widgets.ts';

/** Every call of the API by its operation name. The server refuses to start when a route is missing or not listed here. */
export const api = {
  closeNotificationBanner, closeNotificationBannerPreview,
  getRememberedBrowserStatus, initLogin, redeemLoginTicket, rotateBrowserId,
  deleteNotification, getNotificationSummary, listNotices, listNotificationHistory, listNotifications, markNotificationRead, markNotificationsRead,
  markNotificationUnread, restoreNotification, sendNotice, withdrawNotice,
  createFeeds, getFeeds, inviteMe, listCalendarEvents, listEventCategories, listPastEvents, listUpcomingEvents, previewEvent, revokeFeeds, setRegistration,
  getCurrentUser, getEvent, getHome, getMenu, getNewsItem, getVersion, listNews, listNewsCategories,
  getContentPage, getDocument, getDocumentPreview, getResource, listCategories, listDepartments, listDocuments, listResources, previewContentPage,
  previewHome, previewNewsItem, previewResource,
  createAbbreviation, deleteAbbreviation, listAbbreviations, searchPortal, suggestSearch, updateAbbreviation,
  getWidgets, previewWidgets,
  checkTask, createTask, deleteTask, listActiveTasks, listCompletedTasks, moveTask, restoreTask, sortTasks, uncheckTask, updateTask,
  getChecklistMarks, setChecklistMark,
  deleteFormFile, discardSavedEntry, getForm, getOwnEntry, listFormEntries, listForms, listOwnEntries, saveEntry, submitEntry,
} satisfies Record<string, Endpoint>;
