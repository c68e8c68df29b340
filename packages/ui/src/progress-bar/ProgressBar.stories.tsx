import { ProgressBar } from './ProgressBar.tsx';

export default { title: 'ProgressBar' };

export const OneThird = () => <ProgressBar label="receipt.pdf" value={1} max={3} valueLabel="1 MB of 3 MB" />;

export const Complete = () => <ProgressBar label="receipt.pdf" value={3} max={3} valueLabel="3 MB of 3 MB" />;

export const WithoutVisibleText = () => (
  <ProgressBar label="Registered" value={12} max={60} valueLabel="12 of 60 spots" hasVisibleText={false} />
);
