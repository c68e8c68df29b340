import { useState } from 'react';
import { DateInput } from './DateInput.tsx';
import { TextField } from './TextField.tsx';
import { TextInput, type TextInputProps } from './TextInput.tsx';

export default { title: 'TextField' };

export function WithHelp() {
  const [value, setValue] = useState('');
  return <TextField label="Name" help="Up to 40 characters." maxLength={40} value={value} onChange={setValue} />;
}

export function WithError() {
  const [value, setValue] = useState('Ana');
  return <TextField label="Name" error="This name is in use." value={value} onChange={setValue} />;
}

function Input(props: Pick<TextInputProps, 'type' | 'label' | 'inputMode' | 'error' | 'isRequired'>) {
  const [value, setValue] = useState('');
  return <TextInput {...props} value={value} onChange={setValue} />;
}

function Day() {
  const [value, setValue] = useState('');
  return <DateInput label="Day" value={value} onChange={setValue} />;
}

export const FormInputs = () => (
  <>
    <Input label="Client" isRequired />
    <Input label="Amount" inputMode="decimal" error="Enter a number." />
    <Input label="Email" type="email" />
    <Day />
  </>
);
