import { FieldFrame, useFieldIds, type FieldProps } from './FieldFrame.tsx';
import field from './Field.module.css';

export default { title: 'FieldFrame' };

function Sample(own: FieldProps) {
  const ids = useFieldIds(own);
  return (
    <FieldFrame {...own} ids={ids}>
      <input id={ids.id} className={field.control} aria-describedby={ids.describedBy()} />
    </FieldFrame>
  );
}

export const Plain = () => <Sample label="Name of the client" />;

export const RequiredWithHelpAndError = () => (
  <Sample label="Name of the client" help="As in the account." error="Fill this in." isRequired />
);
