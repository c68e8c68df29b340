import LayoutGrid from 'lucide-react/icons/layout-grid';
import List from 'lucide-react/icons/list';
import { useState } from 'react';
import { SegmentedControl } from './SegmentedControl.tsx';

export default { title: 'SegmentedControl' };

const days = ['30', '60', '90'].map((value) => ({ value, label: `${value} days` }));
const views = [
  { value: 'list', label: 'List', icon: <List aria-hidden="true" /> },
  { value: 'grid', label: 'Grid', icon: <LayoutGrid aria-hidden="true" /> },
];

export function Texts() {
  const [value, setValue] = useState('60');
  return <SegmentedControl label="Period" value={value} onChange={setValue} options={days} />;
}

export function NothingChosen() {
  const [value, setValue] = useState<string>();
  return <SegmentedControl label="Period" value={value} onChange={setValue} options={days} />;
}

export function Icons() {
  const [value, setValue] = useState('list');
  return <SegmentedControl label="View" value={value} onChange={setValue} options={views} />;
}

export function IconsWithLabels() {
  const [value, setValue] = useState('list');
  return <SegmentedControl label="View" value={value} onChange={setValue} options={views} hasLabels />;
}
