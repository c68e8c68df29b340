/** The dialogs of a roster, which load together. */
export { AddPersonDialog } from './AddPersonDialog.tsx';
export { CancelEventDialog } from './CancelEventDialog.tsx';
export { ChangeDialog } from './ChangeDialog.tsx';
export { MessageDialog } from './MessageDialog.tsx';
