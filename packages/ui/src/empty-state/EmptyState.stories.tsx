import Inbox from 'lucide-react/icons/inbox';
import { LinkButton } from '../button/LinkButton.tsx';
import { EmptyState } from './EmptyState.tsx';

export default { title: 'EmptyState' };

export const TitleOnly = () => <EmptyState title="No news yet" />;

export const WithAction = () => (
  <EmptyState
    title="No entries yet"
    description="Entries appear here as soon as someone sends one."
    icon={<Inbox />}
    action={<LinkButton href="/forms">All forms</LinkButton>}
  />
);
