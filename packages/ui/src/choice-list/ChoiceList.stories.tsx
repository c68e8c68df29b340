import { useState } from 'react';
import { Checkbox, CheckboxGroup, RadioList } from './ChoiceList.tsx';

export default { title: 'ChoiceList' };

const options = [
  { value: 'm', label: 'Mac' },
  { value: 'p', label: 'PC' },
  { value: 't', label: 'Tablet' },
];

export function Radios() {
  const [value, setValue] = useState('m');
  return (
    <RadioList label="Machine" help="You can change it later." value={value} onChange={setValue} options={options} />
  );
}

export function Checkboxes() {
  const [values, setValues] = useState(['t']);
  return <CheckboxGroup label="Machines" values={values} onChange={setValues} options={options} />;
}

export function SingleCheckbox() {
  const [isChecked, setChecked] = useState(false);
  return (
    <Checkbox label="I have read the policy" help="It has two pages." isChecked={isChecked} onChange={setChecked} />
  );
}

export const Errors = () => (
  <>
    <RadioList label="Machine" isRequired error="Choose one." value="" onChange={() => undefined} options={options} />
    <CheckboxGroup label="Machines" error="Choose two." values={[]} onChange={() => undefined} options={options} />
    <Checkbox label="I agree" isRequired error="Check this box." isChecked={false} onChange={() => undefined} />
  </>
);
