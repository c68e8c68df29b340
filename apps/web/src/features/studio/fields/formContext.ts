import { createContext } from 'react';
import type { AnyDescription } from './descriptionTypes.ts';
import type { FieldModel } from './fieldModel.ts';

export interface Problem {
  /** Where it is in the component: names and positions with dots between, such as `images.0.title`. */
  path: string;
  message: string;
}

/** What every control of a form can ask. */
export interface FormSurroundings {
  problems: readonly Problem[];
  /** Says what happened to people who can't see it. */
  announce: (message: string) => void;
  onUndo?: (() => void) | undefined;
  onRedo?: (() => void) | undefined;
}

export const FormContext = createContext<FormSurroundings>({ problems: [], announce: () => {} });

/** A value of an object whose properties have names. */
export type Values = Readonly<Record<string, unknown>>;

export interface PropertyProps {
  path: string;
  model: FieldModel;
  description: AnyDescription;
  value: unknown;
  /** Undefined removes the property. */
  onChange: (next: unknown) => void;
  /** The object that the property is of, for controls that set several at once. */
  owner: Values;
  onOwnerChange: (next: Values) => void;
}

/** The object with one property changed, or without it. */
export function withProperty<Of extends object>(values: Of, name: string, next: unknown): Of {
  const entries = Object.entries(values).filter(([other]) => other !== name || next !== undefined);
  const rest = Object.fromEntries(entries) as Of;
  return next === undefined ? rest : { ...rest, [name]: next };
}

/** What is wrong with a property itself; problems of what is in it are shown there. */
export const problemAt = (problems: readonly Problem[], path: string): string | undefined =>
  problems.find((problem) => problem.path === path)?.message;
