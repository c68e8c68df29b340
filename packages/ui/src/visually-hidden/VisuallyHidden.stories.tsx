import { VisuallyHidden } from './VisuallyHidden.tsx';

export default { title: 'VisuallyHidden' };

export const InsideText = () => (
  <p>
    3<VisuallyHidden> unread notifications</VisuallyHidden>
  </p>
);
