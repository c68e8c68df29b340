import { CopyField } from './CopyField.tsx';

export default { title: 'CopyField' };

export const WithDescription = () => (
  <CopyField
    label="Calendar link"
    description="Paste it into your calendar. Anyone with this link can read your events."
    value={`https://portal.example/feeds/${'abcdef'.repeat(10)}/my-events.ics`}
    onCopy={() => undefined}
  />
);

export const Plain = () => <CopyField label="Reference" value="req-7" onCopy={() => undefined} />;
