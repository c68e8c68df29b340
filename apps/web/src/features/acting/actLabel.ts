import type { Act, ActAction } from '@portico/contracts/acting';
import { t, type TextKey } from '../../locale/text.ts';

const actionTexts: Record<ActAction, TextKey> = {
  setRegistration: 'acting.didRegister',
  setSeriesRegistration: 'acting.didRegister',
  inviteMe: 'acting.didInvite',
  confirmItem: 'acting.didConfirm',
  createTask: 'acting.didCreateTask',
  updateTask: 'acting.didUpdateTask',
  checkTask: 'acting.didCheckTask',
  uncheckTask: 'acting.didUncheckTask',
  deleteTask: 'acting.didDeleteTask',
  restoreTask: 'acting.didRestoreTask',
  moveTask: 'acting.didMoveTask',
  sortTasks: 'acting.didSortTasks',
  setChecklistMark: 'acting.didCheck',
  markNotificationRead: 'acting.didRead',
  markNotificationUnread: 'acting.didUnread',
  markNotificationsRead: 'acting.didReadMany',
  deleteNotification: 'acting.didDeleteNotification',
  restoreNotification: 'acting.didRestoreNotification',
  closeNotificationBanner: 'acting.didCloseBanner',
  saveEntry: 'acting.didSaveEntry',
  discardSavedEntry: 'acting.didDiscardEntry',
  submitEntry: 'acting.didSubmitEntry',
  correctEntry: 'acting.didCorrectEntry',
  deleteFormFile: 'acting.didDeleteFile',
};
/** Actions that differ by what was chosen. */
const choiceTexts: Partial<Record<string, TextKey>> = {
  Unregistered: 'acting.didCancel',
  Unchecked: 'acting.didUncheck',
};

export const actLabel = ({ action, choice }: Pick<Act, 'action' | 'choice'>): string =>
  t(choiceTexts[choice ?? ''] ?? actionTexts[action]);
