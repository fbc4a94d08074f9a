import type { Viewer } from '@agent-home/http-contract';
import { z } from 'zod';

/** Limits of the views that a browser keeps for one user. */
export const savedViewLimits = { views: 20, name: 60, query: 1_500 } as const;

const savedViewSchema = z.object({
  name: z.string().trim().min(1).max(savedViewLimits.name),
  /** Filters as in the address of the list, without `?`. */
  query: z.string().max(savedViewLimits.query),
});
export type SavedView = z.infer<typeof savedViewSchema>;

const place = 'agent-home-run-views:';

/** Returns the name under which this browser keeps the views of a user. */
export function viewsOwner({ role, owner_id: owner, user_id: user }: Viewer): string {
  return [role, owner, user].filter((part) => part !== undefined).join(':');
}

/** Returns the views of a user. Anything in the storage that is not a view is left out. */
export function savedViews(who: string): SavedView[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(place + who) ?? '[]');
    const found = Array.isArray(kept) ? kept.flatMap((one) => savedViewSchema.safeParse(one).data ?? []) : [];
    const names = new Set<string>();
    return found.filter(({ name }) => !names.has(name) && names.add(name)).slice(0, savedViewLimits.views);
  } catch {
    return [];
  }
}

/**
 * Stores a view in place of one of the same name. With `before`, the view of that name gets the new one.
 * @returns the views, and the reason if the view was not stored
 */
export function saveView(
  who: string,
  view: SavedView,
  before?: string,
): { views: SavedView[]; problem?: 'name' | 'many' | 'storage' } {
  const views = savedViews(who);
  const parsed = savedViewSchema.safeParse(view);
  if (!parsed.success) return { views, problem: 'name' };
  const replaced = before ?? parsed.data.name;
  const at = views.findIndex(({ name }) => name === replaced);
  const others = views.filter(({ name }) => name !== replaced && name !== parsed.data.name);
  if (at < 0 && others.length >= savedViewLimits.views) return { views, problem: 'many' };
  const next = others.toSpliced(at < 0 ? others.length : at, 0, parsed.data);
  return store(who, next) ? { views: next } : { views, problem: 'storage' };
}

export function removeView(who: string, removed: string): SavedView[] {
  const views = savedViews(who).filter(({ name }) => name !== removed);
  return store(who, views) ? views : savedViews(who);
}

function store(who: string, views: readonly SavedView[]): boolean {
  try {
    localStorage.setItem(place + who, JSON.stringify(views));
    return true;
  } catch {
    return false;
  }
}
