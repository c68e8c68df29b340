import CircleCheck from 'lucide-react/icons/circle-check';
import { StatusLabel } from './StatusLabel.tsx';

export default { title: 'StatusLabel' };

const tones = ['neutral', 'accent', 'info', 'warning', 'danger'] as const;

export const Tones = () =>
  tones.map((tone) => (
    <StatusLabel key={tone} tone={tone}>
      Registered
    </StatusLabel>
  ));

export const WithIcon = () => (
  <StatusLabel tone="accent" icon={<CircleCheck aria-hidden="true" />}>
    Registered
  </StatusLabel>
);
