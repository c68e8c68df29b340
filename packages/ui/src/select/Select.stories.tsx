import { useState } from 'react';
import { Select } from './Select.tsx';
import { SelectInput } from './SelectInput.tsx';

export default { title: 'Select' };

const options = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
];

function Sample({ labelPosition }: { labelPosition: 'top' | 'side' | 'hidden' }) {
  const [value, setValue] = useState('newest');
  return <Select label="Sort by" value={value} onChange={setValue} options={options} labelPosition={labelPosition} />;
}

export const LabelOnTop = () => <Sample labelPosition="top" />;

export const LabelOnSide = () => <Sample labelPosition="side" />;

export const HiddenLabel = () => <Sample labelPosition="hidden" />;

export const Disabled = () => (
  <Select label="Sort by" value="newest" onChange={() => undefined} options={options} isDisabled />
);

export function InForm() {
  const [value, setValue] = useState('');
  return (
    <SelectInput label="Order" isRequired error="Choose one." value={value} onChange={setValue} options={options} />
  );
}
