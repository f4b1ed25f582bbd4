/// Turns tokens of HTML into runs of text.
struct HTMLReader {
  private var tokens: HTMLTokenizer
  private let showsHints: Bool
  private var writer = RunWriter()
  private var open: [OpenElement] = []
  /// Areas of a picture that were met before it: how many, and whether they are to be guessed.
  private var areas = 0
  private var areAreasShown = false
  private var cellDepth = 0

  /// Elements deeper than this do nothing for the text in them.
  private static let mostOpen = 100

  init(_ html: String, showsHints: Bool) {
    tokens = HTMLTokenizer(html)
    self.showsHints = showsHints
  }

  mutating func read() -> [StyledRun] {
    while let token = tokens.next() {
      switch token {
      case .text(let range): text(HTMLEntities.decoded(tokens.bytes[range]))
      case .tag(let tag) where tag.isEnd: end(tag.name)
      case .tag(let tag): start(tag)
      }
    }
    writeAreas()
    return writer.finished()
  }

  private var attributes: TextAttributes { open.last?.attributes ?? TextAttributes() }
  private var isHidden: Bool { open.last?.isHidden ?? false }

  private mutating func text(_ text: String) {
    guard !isHidden else { return }
    let text = text.contains("[sound:") ? text.replacing("[sound:", with: "[sound: ") : text
    if open.last?.isPreformatted == true {
      writer.writePreformatted(text, attributes)
    } else {
      writer.write(text, attributes)
    }
  }

  private mutating func start(_ tag: HTMLTag) {
    closeImplied(by: tag.name)
    let isVoid = OpenElement.void.contains(tag.name)
    guard isVoid || open.count < Self.mostOpen else { return }
    var element = OpenElement(tag.name, in: open.last)
    element.applyName()
    for attribute in tag.attributes {
      let value = HTMLEntities.decoded(tokens.bytes[attribute.value])
      switch attribute.name {
      case "style": element.applyStyle(value)
      case "color": element.attributes.color = TextColor(css: value) ?? element.attributes.color
      default: continue
      }
    }
    if tag.attributes.contains(where: { $0.name == "class" }) { classes(of: tag, &element) }
    if tag.name == "summary" { summary(&element) }
    if !isHidden { begin(tag, &element) }
    if !isVoid { open.append(element) }
    if element.isCell { cellDepth += 1 }
    writer.isInCell = cellDepth > 0
  }

  /// What stands for a hint that is not shown, or before one that is.
  private mutating func summary(_ element: inout OpenElement) {
    guard open.last?.name == "details" else { return }
    element.isHidden = open.dropLast().last?.isHidden ?? false
    if !element.isHidden && !showsHints { writer.write("[hint: ", element.attributes) }
  }

  /// What begins with a tag that is displayed.
  private mutating func begin(_ tag: HTMLTag, _ element: inout OpenElement) {
    guard !element.isHidden || tag.name == "details" else { return }
    if OpenElement.blocks.contains(tag.name) {
      writer.block(isApart: OpenElement.apart.contains(tag.name))
    }
    switch tag.name {
    case "br": writer.breakLine()
    case "hr": rule()
    case "ul", "ol":
      writer.indent += 2
      if tag.name == "ol" {
        element.number = tokens.value("start", of: tag).flatMap { Int($0) } ?? 1
      }
    case "blockquote", "dd": writer.indent += 2
    case "li": item()
    case "td", "th": cell()
    case "sup": writer.write("^", element.attributes)
    case "sub": writer.write("_", element.attributes)
    case "rt": surround("(", ")", &element)
    case "details": element.isHidden = element.isHidden || !showsHints
    case "img", "audio", "video", "source", "object", "embed": medium(tag)
    default: break
    }
  }

  private mutating func classes(of tag: HTMLTag, _ element: inout OpenElement) {
    let classes = (tokens.value("class", of: tag) ?? "").split(separator: " ")
    if classes.contains("tts"), !isHidden { surround("[speech: ", "]", &element) }
    guard classes.contains("cloze") || classes.contains("cloze-highlight") else { return }
    guard tokens.value("data-shape", of: tag) != nil else {
      element.attributes.isCloze = true
      return
    }
    areas += 1
    areAreasShown = classes.contains("cloze-highlight")
  }

  private mutating func surround(_ start: String, _ end: String, _ element: inout OpenElement) {
    writer.write(start, element.attributes)
    element.ending = end
  }

  private mutating func rule() {
    var attributes = TextAttributes()
    attributes.isRule = true
    writer.write(String(repeating: "─", count: 20), attributes)
    writer.block()
  }

  private mutating func item() {
    guard let list = open.lastIndex(where: { $0.name == "ul" || $0.name == "ol" }),
      let number = open[list].number
    else {
      writer.item("• ")
      return
    }
    open[list].number = number &+ 1
    writer.item("\(number). ")
  }

  private mutating func cell() {
    guard let row = open.lastIndex(where: { $0.name == "tr" }) else { return }
    if open[row].cells > 0 { writer.write(" | ", TextAttributes()) }
    open[row].cells += 1
  }
}

/// Pictures, sounds and the ends of elements.
extension HTMLReader {
  private mutating func medium(_ tag: HTMLTag) {
    let source = tokens.value(tag.name == "object" ? "data" : "src", of: tag)
    guard let source, !source.isEmpty else { return }
    let kind =
      switch tag.name {
      case "img": "image"
      case "audio", "source": "sound"
      default: tag.name
      }
    let name = source.lowercased().hasPrefix("data:") ? "" : MediaReferences.decodedName(source)
    guard tag.name == "img", areas > 0 else {
      writer.write(name.isEmpty ? "[\(kind)]" : "[\(kind): \(name)]", attributes)
      return
    }
    writeAreas(of: name)
  }

  /// Says what an image occlusion card covers.
  private mutating func writeAreas(of image: String? = nil) {
    guard areas > 0 else { return }
    let what = "\(areas) \(areAreasShown ? "shown" : "hidden") area\(areas == 1 ? "" : "s")"
    writer.write("[\(what)\(image.map { " of \($0)" } ?? "")]", attributes)
    areas = 0
  }

  /// Ends what cannot hold an element of this name.
  private mutating func closeImplied(by name: String) {
    let (ended, bound): (Set<String>, Set<String>)
    switch name {
    case "li": (ended, bound) = (["li"], ["ul", "ol"])
    case "td", "th": (ended, bound) = (["td", "th"], ["tr", "table"])
    case "tr": (ended, bound) = (["tr"], ["table"])
    case "dt", "dd": (ended, bound) = (["dt", "dd"], ["dl"])
    default: return
    }
    let inner = open.lastIndex { ended.contains($0.name) || bound.contains($0.name) }
    if let inner, ended.contains(open[inner].name) { close(to: inner) }
  }

  private mutating func end(_ name: String) {
    if name == "br" {
      writer.breakLine()
    } else if let index = open.lastIndex(where: { $0.name == name }) {
      close(to: index)
    }
  }

  private mutating func close(to index: Int) {
    while open.count > index {
      let element = open.removeLast()
      if element.isCell { cellDepth -= 1 }
      writer.isInCell = cellDepth > 0
      if !element.ending.isEmpty { writer.write(element.ending, element.attributes) }
      guard !element.isHidden || element.name == "details" else { continue }
      switch element.name {
      case "ul", "ol", "blockquote", "dd": writer.indent -= 2
      case "summary": writer.write(showsHints ? ": " : "]", element.attributes)
      default: break
      }
      if OpenElement.blocks.contains(element.name), !isHidden {
        writer.block(isApart: OpenElement.apart.contains(element.name))
      }
    }
  }
}
