import { ChoiceMenu, type ChoiceMenuProps } from '@portico/ui/ChoiceMenu';

export interface TopicMenuProps extends ChoiceMenuProps<string> {
  isLoading: boolean;
}

/** A menu of categories or departments; a list that has none gets no menu. */
export function TopicMenu({ isLoading, ...menu }: TopicMenuProps) {
  if (!isLoading && menu.options.length === 0) return null;
  return <ChoiceMenu {...menu} />;
}
