import { createContext } from 'react';
import type { AnyDescription } from '@portico/kinds/properties/form';
import type { FieldModel } from './fieldModel.ts';

export interface Problem {
  /** Path in the component: names and positions separated by dots, such as `images.0.title`. */
  path: string;
  message: string;
}

/** What every control of a form can use. */
export interface FormContextValue {
  problems: readonly Problem[];
  /** Announces what happened to screen readers. */
  say: (message: string) => void;
  onUndo?: (() => void) | undefined;
  onRedo?: (() => void) | undefined;
}

export const FormContext = createContext<FormContextValue>({ problems: [], say: () => {} });

/** An object as a map of its properties. */
export type Values = Readonly<Record<string, unknown>>;

export interface PropertyProps {
  path: string;
  model: FieldModel;
  description: AnyDescription;
  value: unknown;
  /** Undefined removes the property. */
  onChange: (next: unknown) => void;
  /** The object that has the property, for controls that set several of its properties at once. */
  owner: Values;
  onOwnerChange: (properties: Values) => void;
}

/** The object with one property set, or without it if `next` is undefined. */
export function withProperty<Of extends object>(values: Of, name: string, next: unknown): Of {
  const entries = Object.entries(values).filter(([other]) => other !== name || next !== undefined);
  const rest = Object.fromEntries(entries) as Of;
  return next === undefined ? rest : { ...rest, [name]: next };
}

/** The problem with a property itself; problems inside its value are shown at their own controls. */
export const problemAt = (problems: readonly Problem[], path: string): string | undefined =>
  problems.find((problem) => problem.path === path)?.message;
