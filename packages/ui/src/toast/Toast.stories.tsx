import { useEffect } from 'react';
import { Button } from '../button/Button.tsx';
import { Dialog } from '../dialog/Dialog.tsx';
import { ToastRegion } from './ToastRegion.tsx';
import { clearToasts, showToast, type ToastType } from './toasts.ts';

export default { title: 'Toast' };

const messages: Record<ToastType, string> = {
  success: 'Registration saved.',
  error: 'The registration could not be saved.',
  warning: 'Your session ends in two minutes.',
  info: 'A new version of the portal is ready.',
};

const onPress = () => undefined;

function Sample({ types, labels = [] }: { types: ToastType[]; labels?: string[] }) {
  useEffect(() => {
    const [action, otherAction] = labels.map((label) => ({ label, onPress }));
    for (const type of types) showToast(messages[type], { type, duration: 0, action, otherAction });
    return clearToasts;
  }, [types, labels]);
  return <ToastRegion />;
}

const allTypes = Object.keys(messages) as ToastType[];
const success: ToastType[] = ['success'];

export const Types = () => <Sample types={allTypes} />;

const undo = ['Undo'];
export const WithAction = () => <Sample types={success} labels={undo} />;

const openAndDiscard = ['Open', 'Discard copy'];
export const WithTwoActions = () => <Sample types={success} labels={openAndDiscard} />;

const noChange = () => undefined;
export const WithDialog = () => (
  <>
    <Dialog isOpen onOpenChange={noChange} title="Publish" actions={<Button onPress={onPress}>Publish now</Button>}>
      <p>{'Readers see it as soon as it is published. '.repeat(60)}</p>
    </Dialog>
    <Sample types={success} />
  </>
);
