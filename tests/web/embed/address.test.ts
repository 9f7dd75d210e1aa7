/** The address of a frame. */
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readAddress } from "../../../web/src/embed/address.ts";
import { ofLab } from "../../../web/src/embed/asked.ts";
import { embedAddress } from "../../../web/src/embed/snippets.ts";
import { KEYS, LAB_NAMES } from "../../../web/src/embed/vocabulary.ts";

const at = (search: string, hash = "") => readAddress({ search, hash });

describe("the address of a frame", () => {
  it("holds the lab, what is shown of it, and the state beside them", () => {
    const read = at(
      "?lab=rotation&theta=500000&ui=min&hide=seed,tries&lock=pairing&motion=off&h=480&transparent=1&id=a",
    );
    expect(read).toEqual({
      lab: "rotation",
      state: "theta=500000",
      presentation: { ui: "min", hide: ["seed", "tries"], lock: ["pairing"], motion: "off" },
      theme: "auto",
      lang: null,
      height: 480,
      isTransparent: true,
      id: "a",
      notes: [],
    });
  });

  it("leaves the signs of a state as they are", () => {
    expect(at("?lab=order", "#problem=%7B%22a%22:%20%22+%22%7D").state).toBe("problem=%7B%22a%22:%20%22+%22%7D");
    expect(at("?text=a+b%26c&lab=scores").state).toBe("text=a+b%26c");
  });

  it("lets what is behind # come last", () =>
    expect(at("?theta=1&lab=rotation", "#theta=2").state).toBe("theta=1&theta=2"));

  it.each([
    ["?ui=some", "ui: expected full, min, none"],
    ["?theme=pink", "theme: expected auto"],
    ["?lang=de", "lang: expected en"],
    ["?h=12", "h: expected 80 … 10000, got 12"],
    ["?h=1e9", "h: expected"],
    ["?v=2", "v: expected 1, got 2"],
    ["?motion=fast", "motion: expected on, off"],
  ])("%s is said and the default taken", (search, words) => {
    const read = at(search);
    expect(read.notes.join()).toContain(words);
    expect({ ...read, notes: [] }).toEqual(at(""));
  });

  it("shows nothing where it names a lab that is not there", () => {
    expect(at("?lab=rotary")).toMatchObject({
      lab: null,
      notes: [expect.stringMatching(/^lab: expected order, absolute.*, got rotary$/)],
    });
    expect(at("").lab).toBe("order");
  });

  it("takes no name that the lab does not have, and says so", async () => {
    const said: string[] = [];
    const asked = at('?hide=a"],b{},theta,,tries,curve&lock=thetha,theta,toString').presentation;
    const names = { settings: ["theta", "pairing"], sections: async () => ["curve"] };
    expect(await ofLab(asked, names, (note) => said.push(note))).toEqual({
      ...asked,
      hide: ["theta", "tries", "curve"],
      lock: ["theta"],
    });
    expect(said).toEqual([
      'hide: expected tries, compare, share, settings, theta, pairing, curve, got a"], b{}',
      "lock: expected theta, pairing, got thetha, toString",
    ]);
    expect(at("?transparent=toString").notes).toEqual(["transparent: expected 0, 1, got toString"]);
  });

  it("gives back the state that a snippet puts in", () => {
    const value = fc.string({ unit: "grapheme" }).map((text) => encodeURIComponent(text).replaceAll("'", "%27"));
    const key = fc.stringMatching(/^[a-z_]{1,12}$/).filter((name) => !(KEYS as readonly string[]).includes(name));
    const state = fc.oneof(
      fc.array(fc.tuple(key, value)).map((pairs) => pairs.map((pair) => pair.join("=")).join("&")),
      value.map((json) => `problem=${json}`),
    );
    fc.assert(
      fc.property(fc.constantFrom(...LAB_NAMES), state, (lab, given) => {
        const { search, hash } = new URL(embedAddress({ base: "https://a.example/x/", lab, state: given }));
        expect(at(search, hash)).toMatchObject({ lab, state: given, notes: [] });
      }),
    );
  });
});
