/**
 * Runs the Schematron of EN 16931 (ISO/IEC 19757-3), as far as it uses it: patterns, rules with absolute contexts, and
 * assertions. The rules beside this file are those that CEN publishes, release 1.3.16, unchanged (EUPL 1.2).
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { evaluateXPathToBoolean, evaluateXPathToNodes } from 'fontoxpath';
import { type Document, type Element, parseXmlDocument } from 'slimdom';

interface Rule {
  context: string;
  asserts: { id: string; test: string }[];
}

const childrenOf = (parent: Element | Document, name: string): Element[] =>
  [...(parent as Element).children].filter(({ localName }) => localName === name);

/** Reads the rules, by pattern, and the namespaces of their expressions. */
function read(): { patterns: Rule[][]; prefixes: Map<string, string> } {
  const path = join(import.meta.dirname, 'EN16931-CII-validation-preprocessed.sch');
  const schema = parseXmlDocument(readFileSync(path, 'utf8')).documentElement!;
  const attribute = (element: Element, name: string) => element.getAttribute(name)!;
  return {
    prefixes: new Map(childrenOf(schema, 'ns').map((ns) => [attribute(ns, 'prefix'), attribute(ns, 'uri')])),
    patterns: childrenOf(schema, 'pattern').map((pattern) =>
      childrenOf(pattern, 'rule').map((rule) => ({
        context: attribute(rule, 'context'),
        asserts: childrenOf(rule, 'assert').map((assert) => ({
          id: attribute(assert, 'id'),
          test: attribute(assert, 'test'),
        })),
      })),
    ),
  };
}

const { patterns, prefixes } = read();
const options = { namespaceResolver: (prefix: string) => prefixes.get(prefix) ?? null };

/** Returns the ids of the rules that an invoice in CII breaks, warnings included. */
export function brokenRules(xml: string): string[] {
  const document = parseXmlDocument(xml);
  return patterns.flatMap((rules) => {
    // Within a pattern the first rule that fits a node is the one that counts.
    const seen = new Set<unknown>();
    return rules.flatMap(({ context, asserts }) => {
      const nodes = evaluateXPathToNodes(context, document, null, null, options);
      const own = nodes.filter((node) => !seen.has(node));
      for (const node of own) seen.add(node);
      return own.flatMap((node) =>
        asserts.flatMap(({ id, test }) =>
          evaluateXPathToBoolean(test, node, null, null, options) ? [] : [id],
        ),
      );
    });
  });
}
