// Writes src/records.d.ts, the types of all that the API takes and answers, from its description ../openapi.json. A Rust test
// compares that with the API.
import { readFileSync, writeFileSync } from "node:fs";

const DESCRIPTION = "../openapi.json";
const TYPES = "src/records.d.ts";
// Of what is asked anything may be left out; an answer names all its fields, unknown ones with null.
const ASKED = ["Batch", "PositionQuery", "TextQuery"];

/** The TypeScript type of a schema. */
function typeOf(schema, isAsked, indent = "") {
  if (schema.$ref) return schema.$ref.split("/").pop();
  if (schema.allOf) return schema.allOf.map((part) => typeOf(part, isAsked, indent)).join(" & ");
  if (schema.oneOf) return schema.oneOf.map((part) => typeOf(part, isAsked, indent)).join(" | ");
  if (schema.enum) return schema.enum.map((word) => JSON.stringify(word)).join(" | ");
  if (Array.isArray(schema.type)) return schema.type.map((type) => typeOf({ ...schema, type }, isAsked, indent)).join(" | ");
  switch (schema.type) {
    case "integer":
    case "number":
      return "number";
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "array":
      if (schema.minItems > 0 && schema.minItems === schema.maxItems) {
        return `[${Array(schema.minItems).fill(typeOf(schema.items, isAsked, indent)).join(", ")}]`;
      }
      return `${typeOf(schema.items, isAsked, indent)}[]`;
    case "object":
      return objectType(schema, isAsked, indent);
    default:
      throw new Error(`openapi.json: ${JSON.stringify(schema)} has no type that is known here`);
  }
}

function objectType(schema, isAsked, indent) {
  if (schema.additionalProperties) return `Record<string, ${typeOf(schema.additionalProperties, isAsked, indent)}>`;
  const inner = `${indent}  `;
  const lines = Object.entries(schema.properties).map(([name, property]) => {
    const isOptional = isAsked && !(schema.required ?? []).includes(name);
    const type = typeOf(property, isAsked, inner);
    return `${comment(property.description, inner)}${inner}${name}${isOptional ? "?" : ""}: ${type};\n`;
  });
  return `{\n${lines.join("")}${indent}}`;
}

function comment(text, indent = "") {
  return text ? `${indent}/** ${text.replace(/\s+/g, " ")} */\n` : "";
}

const { components, paths } = JSON.parse(readFileSync(DESCRIPTION, "utf8"));
const types = Object.entries(components.schemas).map(
  ([name, schema]) => `${comment(schema.description)}export type ${name} = ${typeOf(schema, ASKED.includes(name))};\n`,
);
const answers = Object.entries(paths).flatMap(([path, { get, post }]) => {
  const schema = (get ?? post).responses[200].content?.["application/json"]?.schema;
  return schema ? [`  "${path}": ${typeOf(schema, false, "  ")};\n`] : [];
});
types.push(`/** What is answered in JSON at each address. */\nexport interface Answers {\n${answers.join("")}}\n`);
writeFileSync(TYPES, types.join("\n"));
