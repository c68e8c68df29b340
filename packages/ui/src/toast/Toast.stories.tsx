import { useEffect } from 'react';
import { ToastRegion } from './ToastRegion.tsx';
import { clearToasts, showToast, type ToastType } from './toasts.ts';

export default { title: 'Toast' };

const messages: Record<ToastType, string> = {
  success: 'Registration saved.',
  error: 'The registration could not be saved.',
  warning: 'Your session ends in two minutes.',
  info: 'A new version of the portal is ready.',
};

function Sample({ types, hasAction = false }: { types: ToastType[]; hasAction?: boolean }) {
  useEffect(() => {
    const action = hasAction ? { label: 'Undo', onPress: () => undefined } : undefined;
    for (const type of types) showToast(messages[type], { type, duration: 0, action });
    return clearToasts;
  }, [types, hasAction]);
  return <ToastRegion />;
}

const allTypes = Object.keys(messages) as ToastType[];
const success: ToastType[] = ['success'];

export const Types = () => <Sample types={allTypes} />;

export const WithAction = () => <Sample types={success} hasAction />;
