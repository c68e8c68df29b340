import Monitor from 'lucide-react/icons/monitor';
import Moon from 'lucide-react/icons/moon';
import Sun from 'lucide-react/icons/sun';
import { SegmentedControl } from '../segmented-control/SegmentedControl.tsx';
import { useTheme, type ThemeChoice } from './useTheme.ts';

const options = [
  { value: 'system', label: 'System', icon: <Monitor aria-hidden="true" /> },
  { value: 'light', label: 'Light', icon: <Sun aria-hidden="true" /> },
  { value: 'dark', label: 'Dark', icon: <Moon aria-hidden="true" /> },
] as const satisfies { value: ThemeChoice; label: string; icon: unknown }[];

/** Lets the person follow the system's theme or choose light or dark. */
export function ThemeSwitch({ hasLabels = false }: { hasLabels?: boolean }) {
  const { choice, chooseTheme } = useTheme();
  return (
    <SegmentedControl label="Theme" value={choice} onChange={chooseTheme} options={options} hasLabels={hasLabels} />
  );
}
