import { ActionMenu } from './ActionMenu.tsx';

export default { title: 'ActionMenu' };

const onAction = () => undefined;

export const Closed = () => (
  <ActionMenu
    label="Actions for “Wire cutoff moves”"
    actions={[
      { label: 'Duplicate', keys: 'Ctrl+D', onAction },
      { label: 'Add to release', onAction },
    ]}
  />
);
